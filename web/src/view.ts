// Draws the session: one picture, or two side by side.
import * as THREE from "three";
import { Body, type ShowOptions } from "./body";
import { ForceRange } from "./force_range";
import { Marks } from "./marks";
import { levelHeight, Obstacles } from "./obstacles";
import { fits, type Collider, type Frame, type SceneMessage, type Topology, type Vector } from "./protocol";
import { Stage } from "./stage";
import type { Theme } from "./theme";

export interface ViewOptions extends ShowOptions {
  shadows: boolean;
  quality: "auto" | "high" | "low";
}

export class View {
  readonly options: ViewOptions = {
    strain: false, strainRange: 0.1, wireframe: false, springs: false, normals: false, contacts: false, pins: true,
    shadows: true, quality: "auto",
  };
  readonly camera = new THREE.PerspectiveCamera(40, 1, 0.01, 500);
  readonly target = new THREE.Vector3();
  readonly lanes = [new Body(), new Body()];
  laneCount = 1;
  /** Right of two pictures, for the settings, px. */
  margin = 0;
  /** What the colours of contacts mean, in both pictures. */
  readonly forces = new ForceRange();
  inspected: { lane: number; vertex: number } | null = null;
  /** Frames that fitted no topology. */
  dropped = 0;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly stage = new Stage();
  private readonly obstacles = new Obstacles();
  private readonly marks = new Marks();
  private readonly latest: (Frame | null)[] = [null, null];
  private floor: number | null = null; // m, height
  private own = 0; // colliders of the scene itself
  private home: { eye: Vector; target: Vector } | null = null;
  private needsFit = false;
  private isDirty = true;

  constructor(private readonly canvas: HTMLCanvasElement, theme: Theme) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.toneMappingExposure = 0.95;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.stage.scene.add(this.obstacles.group, this.marks.group, ...this.lanes.map((lane) => lane.group));
    theme.follow(() => {
      this.stage.setPalette(theme.palette);
      this.renderer.setClearColor(theme.palette.paper);
      this.redraw();
    });
    addEventListener("resize", () => this.resize());
    this.resize();
  }

  private resize(): void {
    this.renderer.setPixelRatio(this.isLow ? 0.6 : Math.min(devicePixelRatio, 2));
    this.renderer.setSize(innerWidth, innerHeight, false);
    this.redraw();
  }

  showScene(scene: SceneMessage): void {
    const isAnother = scene.name !== this.name;
    this.name = scene.name;
    this.laneCount = scene.settings.length;
    this.latest[1] = null;
    this.inspected = null;
    this.fieldOfView = scene.view.field_of_view;
    const level = scene.colliders.map(levelHeight).find((height) => height !== null);
    this.floor = scene.view.floor ?? level ?? null;
    this.own = scene.own_colliders;
    this.showColliders(scene.colliders);
    const { eye, target } = scene.view;
    this.home = eye && target ? { eye, target } : null;
    this.forces.forget();
    if (isAnother) this.goHome(); // a reset leaves the camera alone
    this.redraw();
  }
  private name = "";
  private fieldOfView = 40; // °, from bottom to top

  showColliders(colliders: Collider[]): void {
    this.obstacles.show(colliders, this.own);
    this.redraw();
  }

  /** Moves the camera to the scene's own place, or to where the whole body is in view. */
  goHome(): void {
    this.needsFit = !this.home;
    if (this.home) this.setCamera(this.home.eye, this.home.target);
    this.redraw();
  }
  setCamera(eye: Vector, target: Vector): void {
    this.needsFit = false;
    this.target.set(...target);
    this.camera.position.set(...eye);
    this.stage.place(this.target, this.camera.position, this.floor);
    this.redraw();
  }
  private get distance(): number {
    return this.camera.position.distanceTo(this.target);
  }
  private fit(x: Float32Array): void {
    const box = new THREE.Box3().setFromArray(x);
    const centre = box.getCenter(new THREE.Vector3());
    const reach = 1.1 * box.getSize(new THREE.Vector3()).length() + 0.2;
    const eye = new THREE.Vector3(0.5, 0.4, 1).setLength(reach / Math.tan((this.fieldOfView * Math.PI) / 360) / 2).add(centre);
    if (this.floor === null) this.floor = box.min.y - 0.25 * reach;
    this.setCamera(eye.toArray(), centre.toArray());
  }
  /** Not below the ground. */
  keepAbove(): void {
    if (this.floor !== null) this.camera.position.y = Math.max(this.camera.position.y, this.floor + 0.03);
  }

  setTopology(topology: Topology): void {
    this.lanes[topology.lane]?.setTopology(topology);
  }
  /** False for a frame that fits no topology: it is dropped. */
  setFrame(frame: Frame): boolean {
    if (!fits(frame, this.lanes[frame.lane]?.topology ?? null)) {
      ++this.dropped;
      return false;
    }
    this.latest[frame.lane] = frame;
    this.redraw();
    return true;
  }
  frame(lane = 0): Frame | null {
    return this.latest[lane] ?? null;
  }
  redraw(): void {
    this.isDirty = true;
  }

  /** The ray of a point of the window, and the lane that it belongs to. */
  ray(x: number, y: number): { ray: THREE.Ray; lane: number } {
    const width = this.laneWidth;
    const lane = Math.max(0, Math.min(this.laneCount - 1, Math.floor(x / width)));
    const caster = new THREE.Raycaster();
    this.aim(width);
    caster.setFromCamera(new THREE.Vector2((2 * (x - lane * width)) / width - 1, 1 - (2 * y) / innerHeight), this.camera);
    return { ray: caster.ray, lane };
  }
  colliderAt(x: number, y: number): { index: number; point: THREE.Vector3 } | null {
    return this.obstacles.at(this.ray(x, y).ray);
  }

  /** One picture fills the window; two share what the settings leave. */
  private get laneWidth(): number {
    return this.laneCount === 1 ? innerWidth : Math.max(200, innerWidth - this.margin) / this.laneCount;
  }
  private aim(width: number): void {
    this.camera.aspect = width / innerHeight;
    // A narrow picture shows as much from left to right as a square one.
    const tangent = Math.tan((this.fieldOfView * Math.PI) / 360) * Math.max(1, 1.1 / this.camera.aspect);
    this.camera.fov = (Math.atan(tangent) * 360) / Math.PI;
    this.camera.lookAt(this.target);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /** Lowers the quality on machines that cannot keep up, such as those without a graphics card. */
  private spare(): void {
    const now = performance.now();
    const pause = now - this.drawnAt;
    this.drawnAt = now;
    if (pause > 2000 || this.isSlow) return; // nobody was looking
    this.slowness = 0.8 * this.slowness + 0.2 * pause;
    if (this.slowness < 70) return;
    this.isSlow = true;
    this.setQuality();
  }
  private get isLow(): boolean {
    return this.options.quality === "low" || (this.options.quality === "auto" && this.isSlow);
  }
  setQuality(): void {
    this.stage.sun.castShadow = this.options.shadows && !this.isLow;
    this.resize();
  }
  /** Lets the range of contact forces follow them, smoothly. */
  private followForces(seconds: number): void {
    if (!this.options.contacts) return;
    this.forces.aim(this.latest.slice(0, this.laneCount).flatMap((frame) => (frame?.touching ? [frame.touching.forces] : [])));
    if (this.forces.ease(seconds)) this.redraw();
  }
  private drawnAt = 0;
  private slowness = 0; // ms between two pictures, smoothed
  private isSlow = false;

  /** False between a new topology and its first frame: the old picture stays. */
  private get isReady(): boolean {
    return this.lanes.slice(0, this.laneCount).every(({ topology }, lane) => !topology || (this.latest[lane] && fits(this.latest[lane], topology)));
  }

  draw(): void {
    if (!this.isDirty || !this.isReady) return;
    this.isDirty = false;
    this.followForces(Math.min(0.25, (performance.now() - this.drawnAt) / 1000));
    this.spare();
    const first = this.latest[0];
    if (first && this.needsFit) this.fit(first.positions);
    if (first) this.obstacles.setOffsets(first.colliders);
    if (first) this.obstacles.setAnimated(first.animated);
    const width = this.laneWidth;
    this.aim(width);
    this.renderer.setScissorTest(false);
    if (this.laneCount > 1) this.renderer.clear();
    this.renderer.setScissorTest(this.laneCount > 1);
    for (let lane = 0; lane < this.laneCount; ++lane) {
      const frame = this.latest[lane];
      if (frame) this.lanes[lane]!.setFrame(frame, this.options, this.forces.now);
      this.lanes.forEach((body, i) => (body.group.visible = i === lane));
      this.marks.show(frame?.hands ?? [], this.inspectedPlace(lane), this.distance);
      this.renderer.setViewport(lane * width, 0, width, innerHeight);
      this.renderer.setScissor(lane * width, 0, width, innerHeight);
      this.renderer.render(this.stage.scene, this.camera);
    }
  }
  private inspectedPlace(lane: number): THREE.Vector3 | null {
    const frame = this.latest[lane];
    if (!this.inspected || this.inspected.lane !== lane || !frame || 3 * this.inspected.vertex >= frame.positions.length) return null;
    return new THREE.Vector3().fromArray(frame.positions, 3 * this.inspected.vertex);
  }

  picture(): string {
    this.redraw();
    this.draw();
    return this.canvas.toDataURL("image/png");
  }
}
