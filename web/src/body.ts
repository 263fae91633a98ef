// One simulation's body: cloth, ropes, pins, and what explains them.
import * as THREE from "three";
import { strainColours } from "./colours";
import { fits, type Frame, type Topology } from "./protocol";
import { ropesOf, vertexNormals } from "./surface";

export interface ShowOptions {
  strain: boolean;
  strainRange: number;
  wireframe: boolean;
  springs: boolean;
  normals: boolean;
  contacts: boolean;
  pins: boolean;
}

const normalLength = 0.03; // m
const mostRopes = 20_000; // drawn as tubes; more are lines

/** A round dot for points. */
function dot(): THREE.Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 32;
  const pen = canvas.getContext("2d")!;
  pen.beginPath();
  pen.arc(16, 16, 13, 0, 2 * Math.PI);
  pen.fillStyle = "white";
  pen.fill();
  return new THREE.CanvasTexture(canvas);
}

function points(colour: number, size: number): THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial> {
  const material = new THREE.PointsMaterial({ color: colour, size, sizeAttenuation: false, map: dot(), alphaTest: 0.5 });
  return new THREE.Points(new THREE.BufferGeometry(), material);
}

export class Body {
  readonly group = new THREE.Group();
  topology: Topology | null = null;
  private readonly front = new THREE.MeshPhysicalMaterial({ side: THREE.FrontSide, roughness: 0.8, sheen: 0.5, sheenRoughness: 0.45 });
  private readonly back = new THREE.MeshStandardMaterial({ side: THREE.BackSide, roughness: 0.9 });
  private readonly cloth = new THREE.BufferGeometry();
  private readonly surfaces = [new THREE.Mesh(this.cloth, this.front), new THREE.Mesh(this.cloth, this.back)];
  private readonly lines = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial());
  private readonly normals = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0x3d8fe0 }));
  private readonly pins = points(0x1f9d55, 9);
  private readonly contacts = points(0xf0a020, 5);
  private readonly tubeMaterial = new THREE.MeshStandardMaterial({ roughness: 0.6 });
  private tubes: THREE.InstancedMesh | null = null;
  private ropes: Uint32Array = new Uint32Array();
  private ropeRadius = 0.01; // m
  private normalNumbers: Float32Array = new Float32Array();
  private hasStrain = false;

  constructor() {
    for (const surface of this.surfaces) surface.castShadow = surface.receiveShadow = true;
    this.contacts.renderOrder = this.pins.renderOrder = 1;
    for (const object of [...this.surfaces, this.lines, this.normals, this.pins, this.contacts]) {
      object.frustumCulled = false;
      this.group.add(object);
    }
  }

  setLook(colour: string, ropeRadius: number): void {
    const base = new THREE.Color(colour);
    this.front.color.copy(base);
    this.front.sheenColor.copy(base).lerp(new THREE.Color("white"), 0.5);
    this.back.color.copy(base).lerp(new THREE.Color("white"), 0.25);
    this.tubeMaterial.color.copy(base);
    this.ropeRadius = ropeRadius;
    this.hasStrain = false;
  }

  setTopology(topology: Topology): void {
    this.topology = topology;
    this.ropes = ropesOf(topology.springs, topology.families, topology.triangles, topology.vertices);
    this.cloth.setIndex(new THREE.BufferAttribute(topology.triangles, 1));
    const floats = () => new THREE.BufferAttribute(new Float32Array(3 * topology.vertices), 3).setUsage(THREE.DynamicDrawUsage);
    const shared = { position: floats(), normal: floats(), color: floats() };
    this.normalNumbers = shared.normal.array as Float32Array;
    for (const geometry of [this.cloth, this.lines.geometry, this.pins.geometry, this.contacts.geometry])
      geometry.setAttribute("position", shared.position);
    this.cloth.setAttribute("normal", shared.normal);
    this.cloth.setAttribute("color", shared.color);
    this.lines.geometry.setAttribute("color", shared.color);
    this.normals.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(6 * topology.vertices), 3));
    // A vertex that was cut out stays in the tables, pinned and alone.
    const used = new Uint8Array(topology.vertices);
    for (const v of topology.springs) used[v] = 1;
    this.pins.geometry.setIndex(new THREE.BufferAttribute(topology.pins.filter((v) => used[v]), 1));
    this.setLines(null);
    this.makeTubes();
  }

  private makeTubes(): void {
    if (this.tubes) {
      this.group.remove(this.tubes);
      this.tubes.dispose();
    }
    this.tubes = null;
    const count = this.ropes.length / 2;
    if (count === 0 || count > mostRopes) return;
    this.tubes = new THREE.InstancedMesh(new THREE.CylinderGeometry(1, 1, 1, 10, 1), this.tubeMaterial, count);
    this.tubes.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * count).fill(1), 3);
    this.tubes.castShadow = this.tubes.receiveShadow = true;
    this.tubes.frustumCulled = false;
    this.group.add(this.tubes);
  }

  private shownLines: Uint32Array | null = null;
  private setLines(lines: Uint32Array | null): void {
    if (lines && lines === this.shownLines) return;
    this.shownLines = lines;
    this.lines.geometry.setIndex(new THREE.BufferAttribute(lines ?? new Uint32Array(), 1));
  }

  setFrame(frame: Frame, show: ShowOptions): void {
    if (!this.topology || !fits(frame, this.topology)) return;
    const { position, normal, color } = this.cloth.attributes as Record<string, THREE.BufferAttribute>;
    (position!.array as Float32Array).set(frame.positions);
    position!.needsUpdate = true;
    if (this.topology.triangles.length > 0) {
      vertexNormals(frame.positions, this.topology.triangles, this.normalNumbers);
      normal!.needsUpdate = true;
    }
    const isStrain = show.strain && frame.strains !== null;
    if (isStrain) {
      strainColours(frame.strains!, show.strainRange, color!.array as Float32Array);
      color!.needsUpdate = true;
    }
    this.paint(isStrain);
    this.front.wireframe = this.back.wireframe = show.wireframe;
    for (const surface of this.surfaces) surface.visible = !show.springs;
    this.setLines(show.springs ? this.topology.springs : this.tubes ? null : this.ropes);
    this.lines.material.color.set(isStrain ? 0xffffff : show.springs ? 0x808890 : this.front.color);
    this.placeTubes(frame, isStrain);
    this.pins.visible = show.pins;
    this.normals.visible = show.normals && this.topology.triangles.length > 0;
    if (this.normals.visible) this.drawNormals(frame.positions);
    this.contacts.visible = show.contacts && frame.contactVertices !== null;
    if (this.contacts.visible) this.contacts.geometry.setIndex(new THREE.BufferAttribute(frame.contactVertices!, 1));
  }

  /** Materials are compiled anew only when strain is switched. */
  private paint(isStrain: boolean): void {
    if (isStrain === this.hasStrain) return;
    this.hasStrain = isStrain;
    if (isStrain) {
      this.plain = [this.front.color.clone(), this.back.color.clone(), this.tubeMaterial.color.clone()];
      for (const material of [this.front, this.back, this.tubeMaterial]) material.color.set(0xffffff);
    } else if (this.plain) {
      [this.front, this.back, this.tubeMaterial].forEach((material, i) => material.color.copy(this.plain![i]!));
    }
    this.front.sheen = isStrain ? 0 : 0.5;
    for (const material of [this.front, this.back, this.lines.material]) {
      material.vertexColors = isStrain;
      material.needsUpdate = true;
    }
  }
  private plain: THREE.Color[] | null = null;

  private placeTubes(frame: Frame, isStrain: boolean): void {
    if (!this.tubes) return;
    const colours = this.tubes.instanceColor!.array as Float32Array;
    const strain = (this.cloth.getAttribute("color") as THREE.BufferAttribute).array;
    const up = new THREE.Vector3(0, 1, 0);
    const a = new THREE.Vector3(), b = new THREE.Vector3(), scale = new THREE.Vector3();
    const turn = new THREE.Quaternion(), matrix = new THREE.Matrix4();
    for (let i = 0; i < this.ropes.length / 2; ++i) {
      const from = 3 * this.ropes[2 * i]!, to = 3 * this.ropes[2 * i + 1]!;
      a.fromArray(frame.positions, from);
      b.fromArray(frame.positions, to).sub(a);
      const length = b.length();
      turn.setFromUnitVectors(up, b.clone().divideScalar(length || 1));
      matrix.compose(a.addScaledVector(b, 0.5), turn, scale.set(this.ropeRadius, length + this.ropeRadius, this.ropeRadius));
      this.tubes.setMatrixAt(i, matrix);
      for (let axis = 0; axis < 3; ++axis) colours[3 * i + axis] = isStrain ? (strain[from + axis]! + strain[to + axis]!) / 2 : 1;
    }
    this.tubes.instanceMatrix.needsUpdate = this.tubes.instanceColor!.needsUpdate = true;
  }

  private drawNormals(x: Float32Array): void {
    const attribute = this.normals.geometry.getAttribute("position") as THREE.BufferAttribute;
    const ends = attribute.array as Float32Array;
    for (let i = 0; i < x.length / 3; ++i)
      for (let axis = 0; axis < 3; ++axis) {
        ends[6 * i + axis] = x[3 * i + axis]!;
        ends[6 * i + 3 + axis] = x[3 * i + axis]! + normalLength * this.normalNumbers[3 * i + axis]!;
      }
    attribute.needsUpdate = true;
  }
}
