// Pointer: what a drag means depends on where it begins and on the tool.
import * as THREE from "three";
import type { Vector } from "./protocol";
import { thinStroke, type Point } from "./stroke";
import type { Tool } from "./tools";
import type { View } from "./view";

export interface Pull {
  stiffness: number; // N/m
  hard: boolean;
}

const toVector = (v: THREE.Vector3): Vector => [v.x, v.y, v.z];
const toRay = (ray: THREE.Ray): number[] => [...toVector(ray.origin), ...toVector(ray.direction)];
const clickReach = 5; // px
const clothOver = 0.02; // m: what lies on a collider may dip into it between two vertices
const ballSpeed = 7; // m/s
const ballRadius = 0.15; // m

type Drag =
  | { kind: "asking"; collider: { index: number; point: THREE.Vector3 } | null }
  | { kind: "grab"; depth: number }
  | { kind: "orbit" | "pan" }
  | { kind: "cut"; points: Point[] }
  | { kind: "collider"; index: number; depth: number; from: THREE.Vector3; offset: THREE.Vector3 };

export class Controls {
  tool: Tool = "grab";
  pull: Pull = { stiffness: 200, hard: false };
  onTool: (tool: Tool) => void = () => {};
  onGrab: () => void = () => {};
  private drag: Drag | null = null;
  private last: Point = [innerWidth / 2, innerHeight / 2];
  private readonly touches = new Map<number, Point>();
  private readonly line = document.querySelector<SVGPolylineElement>("#stroke polyline")!;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly view: View, private readonly send: (message: object) => void) {
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.up(event));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(0.001 * event.deltaY));
    }, { passive: false });
  }

  setTool(tool: Tool): void {
    this.tool = tool;
    this.canvas.dataset["tool"] = tool;
    this.onTool(tool);
  }

  /** The engine's answer to the question what is under the pointer. */
  grabbed(point: Vector): void {
    if (this.drag?.kind !== "asking") return this.send({ type: "release", hand: 0 });
    this.drag = { kind: "grab", depth: this.depth(new THREE.Vector3(...point)) };
    this.dragTo(...this.last);
    this.onGrab();
  }
  /** Where the body is not, a drag moves a collider, or looks around. */
  missed(): void {
    if (this.drag?.kind !== "asking") return;
    const { collider } = this.drag;
    const frame = this.view.frame();
    if (!collider || !frame) return void (this.drag = { kind: "orbit" });
    this.drag = { kind: "collider", index: collider.index, depth: this.depth(collider.point), from: collider.point,
      offset: new THREE.Vector3().fromArray(frame.colliders, 3 * collider.index) };
  }

  throwBall(): void {
    const { ray } = this.view.ray(...this.last);
    const start = ray.origin.clone().addScaledVector(ray.direction, 0.3);
    this.send({ type: "throw", ray: [...toVector(start), ...toVector(ray.direction)], speed: ballSpeed, radius: ballRadius });
  }
  pinHere(): void {
    this.send({ type: "pin", ...this.rayMessage(this.last) });
  }

  private rayMessage([x, y]: Point): { ray: number[]; lane: number } {
    const { ray, lane } = this.view.ray(x, y);
    return { ray: toRay(ray), lane };
  }
  /** Of a point, along the line of sight. */
  private depth(point: THREE.Vector3): number {
    return point.clone().sub(this.view.camera.position).dot(this.view.camera.getWorldDirection(new THREE.Vector3()));
  }
  /** The point under the pointer on the plane at that depth. */
  private at(x: number, y: number, depth: number): THREE.Vector3 {
    const { ray } = this.view.ray(x, y);
    const ahead = this.view.camera.getWorldDirection(new THREE.Vector3());
    return ray.origin.clone().addScaledVector(ray.direction, depth / ray.direction.dot(ahead));
  }

  private down(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus();
    const at = (this.last = [event.clientX, event.clientY]);
    this.touches.set(event.pointerId, at);
    if (this.touches.size > 1 || event.button !== 0) {
      this.endDrag();
      this.drag = { kind: "pan" };
      return;
    }
    switch (this.tool) {
      case "pin": return this.send({ type: "pin", ...this.rayMessage(at) });
      case "inspect": return this.send({ type: "inspect", ...this.rayMessage(at) });
      case "cut": return void (this.drag = { kind: "cut", points: [at] });
      case "grab":
        this.ask(at);
    }
  }

  /** The engine says whether the body is hit, in front of a collider that is. */
  private ask(at: Point): void {
    const collider = this.view.colliderAt(...at);
    const within = collider ? { within: collider.point.distanceTo(this.view.camera.position) + clothOver } : {};
    this.drag = { kind: "asking", collider };
    this.send({ type: "grab", hand: 0, ...this.rayMessage(at), ...within, ...this.pull });
  }

  private move(event: PointerEvent): void {
    const [x, y] = [event.clientX, event.clientY];
    const [dx, dy] = [x - this.last[0], y - this.last[1]];
    const previous = this.touches.get(event.pointerId);
    if (previous) this.touches.set(event.pointerId, [x, y]);
    if (this.touches.size === 2 && previous) {
      const [, other] = [...this.touches].find(([id]) => id !== event.pointerId)!;
      const before = Math.hypot(previous[0] - other[0], previous[1] - other[1]);
      this.zoom(before / Math.max(1, Math.hypot(x - other[0], y - other[1])));
      return this.pan((x - previous[0]) / 2, (y - previous[1]) / 2);
    }
    this.last = [x, y];
    switch (this.drag?.kind) {
      case "orbit": return this.orbit(-0.006 * dx, -0.006 * dy);
      case "pan": return this.pan(dx, dy);
      case "grab": return this.dragTo(x, y);
      case "collider": {
        const moved = this.at(x, y, this.drag.depth).sub(this.drag.from).add(this.drag.offset);
        return this.send({ type: "collider", index: this.drag.index, offset: toVector(moved) });
      }
      case "cut":
        this.drag.points.push([x, y]);
        this.line.setAttribute("points", this.drag.points.map((point) => point.join(",")).join(" "));
    }
  }
  private dragTo(x: number, y: number): void {
    if (this.drag?.kind === "grab") this.send({ type: "drag", hand: 0, target: toVector(this.at(x, y, this.drag.depth)) });
  }

  private up(event: PointerEvent): void {
    this.touches.delete(event.pointerId);
    if (this.drag?.kind === "cut" && event.type === "pointerup") this.cut(this.drag.points);
    this.endDrag();
  }
  private endDrag(): void {
    if (this.drag?.kind === "grab") this.send({ type: "release", hand: 0 });
    this.line.setAttribute("points", "");
    this.drag = null;
  }
  private cut(points: Point[]): void {
    const [x, y] = points[0]!;
    if (points.every(([a, b]) => Math.hypot(a - x, b - y) < clickReach)) return this.send({ type: "remove", ...this.rayMessage([x, y]) });
    const directions = thinStroke(points).map(([a, b]) => toVector(this.view.ray(a, b).ray.direction));
    this.send({ type: "cut", eye: toVector(this.view.camera.position), directions });
  }

  orbit(turn: number, tilt: number): void {
    const { camera, target } = this.view;
    const around = new THREE.Spherical().setFromVector3(camera.position.clone().sub(target));
    around.theta += turn;
    around.phi = Math.max(0.05, Math.min(Math.PI - 0.05, around.phi + tilt));
    camera.position.setFromSpherical(around).add(target);
    this.view.keepAbove();
    this.view.redraw();
  }
  private pan(dx: number, dy: number): void {
    const { camera, target } = this.view;
    const scale = (2 * camera.position.distanceTo(target) * Math.tan((camera.fov * Math.PI) / 360)) / innerHeight;
    const shift = new THREE.Vector3(-dx * scale, dy * scale, 0).applyQuaternion(camera.quaternion);
    camera.position.add(shift);
    target.add(shift);
    this.view.redraw();
  }
  zoom(factor: number): void {
    const { camera, target } = this.view;
    const away = camera.position.clone().sub(target).multiplyScalar(factor);
    if (away.length() > 0.05 && away.length() < 200) camera.position.copy(target).add(away);
    this.view.keepAbove();
    this.view.redraw();
  }
}
