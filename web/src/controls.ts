// Pointer and keys: what a drag means depends on where it begins and on the tool.
import * as THREE from "three";
import type { Vector } from "./protocol";
import type { View } from "./view";

export type Tool = "grab" | "pin" | "cut" | "inspect";

export interface Pull {
  stiffness: number;
  hard: boolean;
}

const toVector = (v: THREE.Vector3): Vector => [v.x, v.y, v.z];
const toRay = (ray: THREE.Ray): number[] => [...toVector(ray.origin), ...toVector(ray.direction)];
const clickReach = 5; // px

type Drag =
  | { kind: "asking" }
  | { kind: "grab"; depth: number }
  | { kind: "orbit" | "pan" }
  | { kind: "cut"; lane: number; points: [number, number][] }
  | { kind: "collider"; index: number; depth: number; from: THREE.Vector3; offset: THREE.Vector3 };

export class Controls {
  tool: Tool = "grab";
  pull: Pull = { stiffness: 200, hard: false };
  private drag: Drag | null = null;
  private readonly touches = new Map<number, [number, number]>();
  private readonly line = document.querySelector<SVGPolylineElement>("#stroke polyline")!;
  onTool: (tool: Tool) => void = () => {};

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
    this.canvas.style.cursor = tool === "grab" ? "grab" : "crosshair";
    this.onTool(tool);
  }

  /** The engine's answer to the question what is under the pointer. */
  grabbed(point: Vector): void {
    if (this.drag?.kind !== "asking") return this.send({ type: "release", hand: 0 });
    this.drag = { kind: "grab", depth: this.depth(new THREE.Vector3(...point)) };
  }
  /** Where the body is not, a drag moves a collider, or looks around. */
  missed(): void {
    if (this.drag?.kind !== "asking") return;
    const frame = this.view.frame();
    if (!this.underneath || !frame) return void (this.drag = { kind: "orbit" });
    const { index, point } = this.underneath;
    this.drag = { kind: "collider", index, depth: this.depth(point), from: point,
      offset: new THREE.Vector3().fromArray(frame.colliders, 3 * index) };
  }

  throwBall(): void {
    const { ray } = this.view.ray(this.last[0], this.last[1]);
    const start = ray.origin.clone().addScaledVector(ray.direction, 0.3);
    this.send({ type: "throw", ray: [...toVector(start), ...toVector(ray.direction)], speed: 7, radius: 0.15 });
  }
  pinHere(): void {
    this.send({ type: "pin", ...this.rayMessage(...this.last) });
  }

  private last: [number, number] = [innerWidth / 2, innerHeight / 2];

  private rayMessage(x: number, y: number): { ray: number[]; lane: number } {
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
    const [x, y] = (this.last = [event.clientX, event.clientY]);
    this.touches.set(event.pointerId, [x, y]);
    if (this.touches.size > 1) {
      if (this.drag?.kind === "grab") this.send({ type: "release", hand: 0 });
      this.drag = { kind: "pan" };
      return;
    }
    if (event.button !== 0) return void (this.drag = { kind: "pan" });
    if (this.tool === "pin") return this.send({ type: "pin", ...this.rayMessage(x, y) });
    if (this.tool === "inspect") return this.send({ type: "inspect", ...this.rayMessage(x, y) });
    if (this.tool === "cut") return void (this.drag = { kind: "cut", lane: this.view.ray(x, y).lane, points: [[x, y]] });
    // The engine says whether the body is hit; a collider behind the pointer is next.
    this.underneath = this.view.colliderAt(x, y);
    this.drag = { kind: "asking" };
    this.send({ type: "grab", hand: 0, ...this.rayMessage(x, y), ...this.pull });
  }
  private underneath: { index: number; point: THREE.Vector3 } | null = null;

  private move(event: PointerEvent): void {
    const [x, y] = [event.clientX, event.clientY];
    const [dx, dy] = [x - this.last[0], y - this.last[1]];
    const previous = this.touches.get(event.pointerId);
    if (this.touches.size === 2 && previous) {
      const other = [...this.touches].find(([id]) => id !== event.pointerId)![1];
      const before = Math.hypot(previous[0] - other[0], previous[1] - other[1]);
      this.zoom(before / Math.max(1, Math.hypot(x - other[0], y - other[1])));
    }
    if (previous) this.touches.set(event.pointerId, [x, y]);
    this.last = [x, y];
    switch (this.drag?.kind) {
      case "orbit": return this.orbit(dx, dy);
      case "pan": return this.pan(dx, dy);
      case "grab": return this.send({ type: "drag", hand: 0, target: toVector(this.at(x, y, this.drag.depth)) });
      case "collider": {
        const moved = this.at(x, y, this.drag.depth).sub(this.drag.from).add(this.drag.offset);
        return this.send({ type: "collider", index: this.drag.index, offset: toVector(moved) });
      }
      case "cut":
        this.drag.points.push([x, y]);
        this.line.setAttribute("points", this.drag.points.map((point) => point.join(",")).join(" "));
    }
  }

  private up(event: PointerEvent): void {
    this.touches.delete(event.pointerId);
    const drag = this.drag;
    this.drag = null;
    if (drag?.kind === "grab") this.send({ type: "release", hand: 0 });
    if (drag?.kind !== "cut") return;
    this.line.setAttribute("points", "");
    const [x, y] = drag.points[0]!;
    if (drag.points.every(([a, b]) => Math.hypot(a - x, b - y) < clickReach))
      return this.send({ type: "remove", ...this.rayMessage(x, y) });
    const step = Math.max(1, Math.ceil(drag.points.length / 200));
    const points = drag.points.filter((_, i) => i % step === 0 || i === drag.points.length - 1);
    const directions = points.map(([a, b]) => toVector(this.view.ray(a, b).ray.direction));
    this.send({ type: "cut", eye: toVector(this.view.camera.position), directions });
  }

  private orbit(dx: number, dy: number): void {
    const { camera, target } = this.view;
    const around = new THREE.Spherical().setFromVector3(camera.position.clone().sub(target));
    around.theta -= 0.006 * dx;
    around.phi = Math.max(0.05, Math.min(Math.PI - 0.05, around.phi - 0.006 * dy));
    camera.position.setFromSpherical(around).add(target);
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
  private zoom(factor: number): void {
    const { camera, target } = this.view;
    const away = camera.position.clone().sub(target).multiplyScalar(factor);
    if (away.length() > 0.05 && away.length() < 200) camera.position.copy(target).add(away);
    this.view.redraw();
  }
}
