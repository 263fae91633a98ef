// Draws what the session says.
import * as THREE from "three";
import type { Collider, Frame, SceneMessage, Topology, Vector } from "./protocol";

const cold = new THREE.Color(33 / 255, 102 / 255, 172 / 255);
const middle = new THREE.Color(0.94, 0.94, 0.94);
const hot = new THREE.Color(178 / 255, 24 / 255, 43 / 255);

/** Blue where compressed, red where stretched, by the fraction of `range`. */
export function strainColour(strain: number, range: number, into: THREE.Color): THREE.Color {
  const t = Math.max(-1, Math.min(1, strain / range));
  return into.copy(middle).lerp(t < 0 ? cold : hot, Math.abs(t));
}

/** One simulation's body. */
class LaneView {
  readonly group = new THREE.Group();
  private readonly cloth = new THREE.BufferGeometry();
  private readonly lines = new THREE.BufferGeometry();
  private readonly pins = new THREE.BufferGeometry();
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;
  private readonly springs: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>;
  private readonly normals = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0x2288dd }));
  private topology: Topology | null = null;
  private ropes: Uint32Array = new Uint32Array();

  constructor() {
    this.mesh = new THREE.Mesh(this.cloth, new THREE.MeshStandardMaterial({ side: THREE.DoubleSide, roughness: 0.85 }));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.springs = new THREE.LineSegments(this.lines, new THREE.LineBasicMaterial({ color: 0x555555 }));
    const pins = new THREE.Points(this.pins, new THREE.PointsMaterial({ color: 0x22aa55, size: 9, sizeAttenuation: false }));
    for (const object of [this.mesh, this.springs, pins, this.normals]) {
      object.frustumCulled = false;
      this.group.add(object);
    }
  }

  setTopology(topology: Topology): void {
    this.topology = topology;
    this.cloth.setIndex(new THREE.BufferAttribute(topology.triangles, 1));
    const inTriangle = new Uint8Array(topology.vertices);
    for (const v of topology.triangles) inTriangle[v] = 1;
    const ropes: number[] = [];
    for (let s = 0; s < topology.families.length; ++s) {
      const [a, b] = [topology.springs[2 * s]!, topology.springs[2 * s + 1]!];
      if (topology.families[s] !== 2 && !(inTriangle[a] && inTriangle[b])) ropes.push(a, b);
    }
    this.ropes = Uint32Array.from(ropes);
    // A vertex that was cut out stays in the tables, pinned and alone.
    const used = new Uint8Array(topology.vertices);
    for (const v of topology.springs) used[v] = 1;
    this.pins.setIndex(new THREE.BufferAttribute(topology.pins.filter((v) => used[v]), 1));
  }

  setFrame(frame: Frame, options: ViewOptions): void {
    if (!this.topology || frame.revision !== this.topology.revision) return;
    for (const geometry of [this.cloth, this.lines, this.pins])
      geometry.setAttribute("position", new THREE.BufferAttribute(frame.positions, 3));
    if (this.topology.triangles.length > 0) this.cloth.computeVertexNormals();
    const showsStrain = options.strain && frame.strains !== null;
    if (showsStrain) this.paint(frame.strains!, options.strainRange);
    this.mesh.material.vertexColors = showsStrain;
    this.mesh.material.color.set(showsStrain ? 0xffffff : options.colour);
    this.mesh.material.wireframe = options.wireframe;
    this.mesh.material.needsUpdate = true;
    this.lines.setIndex(new THREE.BufferAttribute(options.springs ? this.topology.springs : this.ropes, 1));
    this.springs.material.vertexColors = showsStrain;
    this.springs.material.color.set(showsStrain ? 0xffffff : options.springs ? 0x888888 : options.colour);
    this.springs.material.needsUpdate = true;
    this.mesh.visible = !options.springs;
    this.normals.visible = options.normals;
    if (options.normals) this.drawNormals(frame.positions);
  }

  private paint(strains: Float32Array, range: number): void {
    const colours = new Float32Array(3 * strains.length);
    const colour = new THREE.Color();
    strains.forEach((strain, i) => strainColour(strain, range, colour).toArray(colours, 3 * i));
    for (const geometry of [this.cloth, this.lines]) geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  }

  private drawNormals(x: Float32Array): void {
    const n = this.cloth.getAttribute("normal");
    if (!n) return;
    const ends = new Float32Array(2 * x.length);
    for (let i = 0; i < x.length / 3; ++i)
      for (let axis = 0; axis < 3; ++axis) {
        ends[6 * i + axis] = x[3 * i + axis]!;
        ends[6 * i + 3 + axis] = x[3 * i + axis]! + 0.03 * n.getComponent(i, axis);
      }
    this.normals.geometry.setAttribute("position", new THREE.BufferAttribute(ends, 3));
  }
}

export interface ViewOptions {
  strain: boolean;
  strainRange: number;
  wireframe: boolean;
  springs: boolean;
  normals: boolean;
  colour: string;
}

export class View {
  readonly options: ViewOptions = { strain: false, strainRange: 0.2, wireframe: false, springs: false, normals: false, colour: "#d8603a" };
  readonly camera = new THREE.PerspectiveCamera(40, 1, 0.01, 500);
  readonly target = new THREE.Vector3();
  readonly colliders: THREE.Object3D[] = [];
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly lanes = [new LaneView(), new LaneView()];
  private readonly latest: (Frame | null)[] = [null, null];
  private readonly hands = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0xffc400 }));
  private readonly floor: THREE.Mesh;
  private readonly sun = new THREE.DirectionalLight(0xffffff, 2.4);
  laneCount = 1;
  private isDirty = true;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8d8d99, 1.4), this.sun, this.sun.target);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.002;
    this.floor = new THREE.Mesh(new THREE.CircleGeometry(30, 64).rotateX(-Math.PI / 2), new THREE.ShadowMaterial({ opacity: 0.25 }));
    this.floor.receiveShadow = true;
    this.hands.frustumCulled = false;
    this.scene.add(this.floor, this.hands, this.lanes[0]!.group, this.lanes[1]!.group);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const paper = () => {
      this.scene.background = new THREE.Color(dark.matches ? 0x1b1c20 : 0xeceae6);
      this.isDirty = true;
    };
    dark.addEventListener("change", paper);
    paper();
    addEventListener("resize", () => this.resize());
    this.resize();
  }

  private resize(): void {
    this.renderer.setPixelRatio(this.quality === 0 ? 0.5 : Math.min(devicePixelRatio, 2));
    this.renderer.setSize(innerWidth, innerHeight, false);
    this.isDirty = true;
  }

  showScene(scene: SceneMessage): void {
    this.options.colour = scene.view.colour;
    this.laneCount = scene.settings.length;
    this.camera.fov = scene.view.field_of_view;
    this.floor.visible = scene.view.floor !== undefined;
    this.floor.position.y = (scene.view.floor ?? 0) - 0.001;
    if (scene.view.target) this.target.set(...scene.view.target);
    if (scene.view.eye) this.camera.position.set(...scene.view.eye);
    this.sun.position.set(this.target.x + 2.5, this.target.y + 5, this.target.z + 3.5);
    this.sun.target.position.copy(this.target);
    const reach = Math.max(1.5, this.camera.position.distanceTo(this.target));
    Object.assign(this.sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, far: 30 });
    this.sun.shadow.camera.updateProjectionMatrix();
    this.showColliders(scene.colliders);
    this.needsFit = !scene.view.eye || !scene.view.target;
  }
  private needsFit = false;

  showColliders(colliders: Collider[]): void {
    for (const old of this.colliders) this.scene.remove(old);
    this.colliders.length = 0;
    const material = new THREE.MeshStandardMaterial({ color: 0x8f9aa8, roughness: 0.6 });
    for (const [index, collider] of colliders.entries()) {
      const holder = new THREE.Group();
      const mesh = new THREE.Mesh(shapeOf(collider), material);
      mesh.castShadow = mesh.receiveShadow = true;
      place(mesh, collider);
      mesh.userData["collider"] = index;
      holder.add(mesh);
      this.colliders.push(holder);
      this.scene.add(holder);
    }
  }

  setTopology(topology: Topology): void {
    this.lanes[topology.lane]?.setTopology(topology);
  }
  setFrame(frame: Frame): void {
    this.latest[frame.lane] = frame;
    this.isDirty = true;
  }
  frame(lane = 0): Frame | null {
    return this.latest[lane] ?? null;
  }
  redraw(): void {
    this.isDirty = true;
  }

  /** The ray of a point of the window, and the lane that it belongs to. */
  ray(x: number, y: number): { ray: THREE.Ray; lane: number } {
    const width = innerWidth / this.laneCount;
    const lane = Math.min(this.laneCount - 1, Math.floor(x / width));
    const caster = new THREE.Raycaster();
    this.aim(width);
    caster.setFromCamera(new THREE.Vector2((2 * (x - lane * width)) / width - 1, 1 - (2 * y) / innerHeight), this.camera);
    return { ray: caster.ray, lane };
  }

  /** Index of the collider under a point of the window; planes cannot be taken. */
  colliderAt(x: number, y: number): { index: number; point: THREE.Vector3 } | null {
    const { ray } = this.ray(x, y);
    const hit = new THREE.Raycaster(ray.origin, ray.direction).intersectObjects(this.colliders, true)[0];
    const index = hit?.object.userData["collider"] as number | undefined;
    return hit && index !== undefined && (hit.object as THREE.Mesh).geometry.type !== "CircleGeometry" ? { index, point: hit.point } : null;
  }

  private aim(width: number): void {
    this.camera.aspect = width / innerHeight;
    this.camera.lookAt(this.target);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  private fit(x: Float32Array): void {
    const box = new THREE.Box3().setFromArray(x);
    box.getCenter(this.target);
    const size = box.getSize(new THREE.Vector3()).length();
    this.camera.position.copy(this.target).add(new THREE.Vector3(0.5, 0.4, 1).normalize().multiplyScalar(1.6 * size + 0.2));
  }

  /** Machines that cannot keep up, as those without a graphics card, get a simpler picture. */
  private spare(): void {
    const now = performance.now();
    const pause = now - this.drawnAt;
    this.drawnAt = now;
    if (pause > 2000) return; // nobody was looking
    this.slowness = 0.8 * this.slowness + 0.2 * pause;
    if (this.slowness < 70 || this.quality === 0) return;
    this.slowness = 0;
    --this.quality;
    this.renderer.shadowMap.enabled = this.sun.castShadow = false;
    if (this.quality === 0) this.renderer.setPixelRatio(0.5);
  }
  private drawnAt = 0;
  private slowness = 0; // ms between two pictures, smoothed
  private quality = 2;

  draw(): void {
    if (!this.isDirty) return;
    this.isDirty = false;
    this.spare();
    const first = this.latest[0];
    if (first) {
      if (this.needsFit) this.fit(first.positions);
      this.needsFit = false;
      this.colliders.forEach((object, i) => object.position.fromArray(first.colliders, 3 * i));
      const ends = first.hands.flatMap((hand) => [...hand.point, ...hand.target]);
      this.hands.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(ends), 3));
    }
    const width = innerWidth / this.laneCount;
    this.aim(width);
    this.renderer.setScissorTest(this.laneCount > 1);
    for (let lane = 0; lane < this.laneCount; ++lane) {
      const frame = this.latest[lane];
      if (frame) this.lanes[lane]!.setFrame(frame, this.options);
      this.lanes.forEach((view, i) => (view.group.visible = i === lane));
      this.renderer.setViewport(lane * width, 0, width, innerHeight);
      this.renderer.setScissor(lane * width, 0, width, innerHeight);
      this.renderer.render(this.scene, this.camera);
    }
  }

  picture(): string {
    this.isDirty = true;
    this.draw();
    return this.canvas.toDataURL("image/png");
  }
}

function shapeOf(collider: Collider): THREE.BufferGeometry {
  switch (collider.kind) {
    case "plane": return new THREE.CircleGeometry(20, 48);
    case "sphere": return new THREE.SphereGeometry(collider.radius, 48, 32);
    case "box": return new THREE.BoxGeometry(...(collider.half_extent.map((h) => 2 * h) as Vector));
    case "capsule": return new THREE.CapsuleGeometry(collider.radius, new THREE.Vector3(...collider.a).distanceTo(new THREE.Vector3(...collider.b)), 12, 32);
  }
}

function place(mesh: THREE.Mesh, collider: Collider): void {
  if (collider.kind === "sphere") mesh.position.set(...collider.center);
  if (collider.kind === "plane") {
    mesh.position.set(...collider.point);
    mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...collider.normal));
  }
  if (collider.kind === "box") {
    const [a, b, c, d, e, f, g, h, i] = collider.turn as [number, number, number, number, number, number, number, number, number];
    mesh.applyMatrix4(new THREE.Matrix4().set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1));
    mesh.position.set(...collider.center);
  }
  if (collider.kind === "capsule") {
    const [a, b] = [new THREE.Vector3(...collider.a), new THREE.Vector3(...collider.b)];
    mesh.position.copy(a).add(b).multiplyScalar(0.5);
    if (a.distanceTo(b) > 0) mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), b.sub(a).normalize());
  }
}
