// One simulation's body: cloth, ropes, pins, and what explains them.
import * as THREE from "three";
import { forceColours, limitedColour, strainColours, untouched } from "./colours";
import { fits, type Frame, type Topology, type Touching } from "./protocol";
import { double, type Seen, type SeenBody, vertexNormals } from "./surface";

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
const mostTubes = 20_000; // more strands than this are lines
const white = new THREE.Color("white");

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

/** The two sides of cloth of one colour. */
class Paint {
  readonly front = new THREE.MeshPhysicalMaterial({ side: THREE.FrontSide, roughness: 0.8, sheenRoughness: 0.45 });
  readonly back = new THREE.MeshStandardMaterial({ side: THREE.BackSide, roughness: 0.9 });

  constructor(readonly colour: number) {
    this.front.sheenColor.set(colour).lerp(white, 0.5);
  }
  /** Colours of the vertices instead of its own. Materials are compiled again, so call it only to switch. */
  setMeaning(isMeaning: boolean): void {
    this.front.color.set(isMeaning ? white : this.colour);
    this.back.color.set(isMeaning ? white : this.colour).lerp(white, 0.25);
    this.front.sheen = isMeaning ? 0 : 0.5;
    for (const material of [this.front, this.back]) {
      material.vertexColors = isMeaning;
      material.needsUpdate = true;
    }
  }
  dispose(): void {
    this.front.dispose();
    this.back.dispose();
  }
}

export class Body {
  readonly group = new THREE.Group();
  topology: Topology | null = null;
  private paints: Paint[] = [];
  private readonly cloth = new THREE.BufferGeometry();
  private readonly front = new THREE.Mesh<THREE.BufferGeometry, THREE.Material[]>(this.cloth, []);
  private readonly back = new THREE.Mesh<THREE.BufferGeometry, THREE.Material[]>(this.cloth, []);
  private readonly lines = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial());
  private readonly normals = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0x3d8fe0 }));
  private readonly pins = points(0x1f9d55, 9);
  private readonly contacts = points(0xffffff, 6); // over strain
  private readonly limited = points(limitedColour, 9);
  private readonly tubeMaterial = new THREE.MeshStandardMaterial({ roughness: 0.6 });
  private tubes: THREE.InstancedMesh | null = null;
  private normalNumbers: Float32Array = new Float32Array();
  private hasMeaning = false; // of colours: strain or contact

  constructor() {
    this.contacts.material.vertexColors = true;
    // Sheets above and the rope around it would hide most of them.
    this.limited.material.depthTest = false;
    this.limited.material.transparent = true;
    for (const surface of [this.front, this.back]) surface.castShadow = surface.receiveShadow = true;
    this.contacts.renderOrder = this.pins.renderOrder = this.limited.renderOrder = 1;
    for (const object of [this.front, this.back, this.lines, this.normals, this.pins, this.contacts, this.limited]) {
      object.frustumCulled = false;
      this.group.add(object);
    }
  }

  setTopology(topology: Topology): void {
    this.topology = topology;
    const { seen } = topology;
    const count = seen.points + seen.doubled.length;
    this.cloth.setIndex(new THREE.BufferAttribute(seen.normals, 1));
    const floats = () => new THREE.BufferAttribute(new Float32Array(3 * count), 3).setUsage(THREE.DynamicDrawUsage);
    const shared = { position: floats(), normal: floats(), color: floats() };
    this.normalNumbers = shared.normal.array as Float32Array;
    for (const geometry of [this.cloth, this.lines.geometry, this.pins.geometry, this.contacts.geometry, this.limited.geometry])
      geometry.setAttribute("position", shared.position);
    this.cloth.setAttribute("normal", shared.normal);
    this.cloth.setAttribute("color", shared.color);
    this.lines.geometry.setAttribute("color", shared.color);
    this.contacts.geometry.setAttribute("color", floats());
    this.normals.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(6 * count), 3));
    // A vertex that was cut out stays in the tables, pinned and alone.
    const used = new Uint8Array(seen.points);
    for (const v of topology.springs) used[v] = 1;
    for (const v of seen.triangles) used[v] = 1;
    this.pins.geometry.setIndex(new THREE.BufferAttribute(topology.pins.filter((v) => used[v]), 1));
    this.setLines(null);
    this.setPaints(seen.bodies);
    this.colourRopes(seen);
    this.makeTubes(seen);
  }

  /** One material for each run of triangles of one colour. */
  private setPaints(bodies: SeenBody[]): void {
    this.cloth.clearGroups();
    const colours: number[] = [];
    let begin = 0;
    bodies.forEach((body, i) => {
      if (bodies[i + 1]?.colour === body.colour) return;
      this.cloth.addGroup(3 * begin, 3 * (body.triangleEnd - begin), colours.length);
      colours.push(body.colour);
      begin = body.triangleEnd;
    });
    if (colours.join() === this.paints.map((paint) => paint.colour).join()) return;
    for (const paint of this.paints) paint.dispose();
    this.paints = colours.map((colour) => new Paint(colour));
    this.front.material = this.paints.map((paint) => paint.front);
    this.back.material = this.paints.map((paint) => paint.back);
    for (const paint of this.paints) paint.setMeaning(this.hasMeaning);
  }

  /** Of the ends of all segments, in the colours of lines. */
  private colourRopes(seen: Seen): void {
    const attribute = this.cloth.getAttribute("color") as THREE.BufferAttribute;
    const colour = new THREE.Color();
    let begin = 0;
    for (const body of seen.bodies) {
      colour.set(body.ropeColour);
      for (let i = 2 * begin; i < 2 * body.segmentEnd; ++i) colour.toArray(attribute.array, 3 * seen.segments[i]!);
      begin = body.segmentEnd;
    }
    attribute.needsUpdate = true;
  }

  private makeTubes(seen: Seen): void {
    if (this.tubes) {
      this.group.remove(this.tubes);
      this.tubes.dispose();
    }
    this.tubes = null;
    const count = seen.segments.length / 2;
    if (count === 0 || count > mostTubes) return;
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

  /** Forces up to `range`, N, have colours of their own. */
  setFrame(frame: Frame, show: ShowOptions, range: number): void {
    if (!this.topology || !fits(frame, this.topology)) return;
    const { seen } = this.topology;
    const { position, normal, color } = this.cloth.attributes as Record<string, THREE.BufferAttribute>;
    const x = position!.array as Float32Array, colours = color!.array as Float32Array;
    x.set(frame.positions);
    double(x, 3, seen);
    position!.needsUpdate = true;
    if (seen.triangles.length > 0) {
      vertexNormals(x, seen.normals, this.normalNumbers);
      normal!.needsUpdate = true;
    }
    const strains = show.strain ? frame.strains : null, touching = show.contacts ? frame.touching : null;
    const isMeaning = strains !== null || touching !== null;
    if (strains) strainColours(strains, show.strainRange, colours);
    else if (touching) this.colourContacts(touching, range, colours);
    if (isMeaning) {
      double(colours, 3, seen);
      color!.needsUpdate = true;
    }
    if (isMeaning !== this.hasMeaning) {
      this.hasMeaning = isMeaning;
      for (const paint of this.paints) paint.setMeaning(isMeaning);
      if (!isMeaning) this.colourRopes(seen);
    }
    for (const paint of this.paints) paint.front.wireframe = paint.back.wireframe = show.wireframe;
    this.front.visible = this.back.visible = !show.springs;
    this.setLines(show.springs ? this.topology.springs : this.tubes ? null : seen.segments);
    this.colourLines(isMeaning || !show.springs);
    this.placeTubes(x, colours);
    this.pins.visible = show.pins;
    this.normals.visible = show.normals && seen.triangles.length > 0;
    if (this.normals.visible) this.drawNormals(x);
    this.showDots(touching, strains !== null, range);
  }

  private colourContacts(touching: Touching, range: number, colours: Float32Array): void {
    for (let i = 0; i < colours.length; i += 3) untouched.toArray(colours, i);
    forceColours(touching, range, colours);
  }

  /** Contacts where the surface shows strain, and what planes held back. */
  private showDots(touching: Touching | null, hasStrain: boolean, range: number): void {
    this.contacts.visible = touching !== null && hasStrain;
    this.limited.visible = touching !== null && touching.limited.length > 0;
    if (this.limited.visible) this.limited.geometry.setIndex(new THREE.BufferAttribute(touching!.limited, 1));
    if (!this.contacts.visible) return;
    const colour = this.contacts.geometry.getAttribute("color") as THREE.BufferAttribute;
    forceColours(touching!, range, colour.array as Float32Array);
    colour.needsUpdate = true;
    this.contacts.geometry.setIndex(new THREE.BufferAttribute(touching!.points, 1));
  }

  private colourLines(byVertex: boolean): void {
    const { material } = this.lines;
    material.color.set(byVertex ? 0xffffff : 0x808890);
    if (material.vertexColors === byVertex) return;
    material.vertexColors = byVertex;
    material.needsUpdate = true;
  }

  /** In the mean of the radii and of the colours at their ends. */
  private placeTubes(x: Float32Array, colours: Float32Array): void {
    if (!this.tubes) return;
    const { segments, radii } = this.topology!.seen;
    const tubeColours = this.tubes.instanceColor!.array as Float32Array;
    const up = new THREE.Vector3(0, 1, 0);
    const a = new THREE.Vector3(), b = new THREE.Vector3(), scale = new THREE.Vector3();
    const turn = new THREE.Quaternion(), matrix = new THREE.Matrix4();
    for (let i = 0; i < segments.length / 2; ++i) {
      const from = 3 * segments[2 * i]!, to = 3 * segments[2 * i + 1]!;
      const radius = (radii[2 * i]! + radii[2 * i + 1]!) / 2;
      a.fromArray(x, from);
      b.fromArray(x, to).sub(a);
      const length = b.length();
      turn.setFromUnitVectors(up, b.clone().divideScalar(length || 1));
      matrix.compose(a.addScaledVector(b, 0.5), turn, scale.set(radius, length + radius, radius));
      this.tubes.setMatrixAt(i, matrix);
      for (let axis = 0; axis < 3; ++axis) tubeColours[3 * i + axis] = (colours[from + axis]! + colours[to + axis]!) / 2;
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
