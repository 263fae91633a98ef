// The messages of docs/viewer-protocol.md.
import { version, type Settings } from "./generated";
import { decodeSeen, type Seen } from "./surface";

export { statusNames, type Settings } from "./generated";

export type Vector = [number, number, number];

export interface Topology {
  kind: "topology";
  lane: number;
  revision: number;
  springs: Uint32Array;
  pins: Uint32Array;
  seen: Seen;
}

export interface Hand {
  id: number;
  point: Vector;
  target: Vector;
}

/** What touches: vertices or points of embedded surfaces, in rising order. */
export interface Touching {
  points: Uint32Array;
  /** Normal force on each of them, N. */
  forces: Float32Array;
  /** Those among them that a plane held back. */
  limited: Uint32Array;
}

export interface Frame {
  kind: "frame";
  lane: number;
  revision: number;
  frame: number;
  time: number;
  firstRecorded: number;
  lastRecorded: number;
  status: number;
  iterations: number;
  contacts: number;
  /** Whether planes keep all surfaces apart; the next three mean something only then. */
  hasPlanes: boolean;
  /** Edges through triangles; null: not checked. */
  crossings: number | null;
  /** Vertices that planes held back. */
  limited: number;
  /** Between surfaces near each other, mm; infinite: none are. */
  leastGap: number;
  energy: { kinetic: number; elastic: number; potential: number };
  frameMs: number;
  solveMs: number;
  relativeGradient: number;
  maxStrain: number;
  /** Largest distance to the other lane, mm. */
  difference: number | null;
  isPaused: boolean;
  positions: Float32Array;
  strains: Float32Array | null;
  colliders: Float32Array;
  /** Where the points of animated meshes are, by number of the collider; m, without its displacement. */
  animated: { collider: number; points: Float32Array }[];
  trace: Float32Array;
  hands: Hand[];
  /** If requested. */
  touching: Touching | null;
}

export interface Choice {
  name: string;
  doc: string;
}

/** A row of the panel: one setting, with its choices or its range (least, most, step; 0: any). */
export interface Control {
  name: keyof Settings;
  label: string;
  folder: string;
  choices?: Choice[];
  range?: Vector;
}

export type Collider =
  | { kind: "plane"; point: Vector; normal: Vector }
  | { kind: "solid" | "mesh"; middle: Vector; unit: number; points: number[]; normals: number[]; triangles: number[] };

export interface SceneMessage {
  type: "scene";
  version: number;
  name: string;
  builtin: boolean;
  /** Number of scenes loaded so far; a reset does not change it. */
  load: number;
  description: string;
  warnings: string[];
  frame_time: number;
  vertices: number;
  springs: number;
  triangles: number;
  view: { eye?: Vector; target?: Vector; floor?: number; field_of_view: number };
  colliders: Collider[];
  /** How many of them belong to the scene; the rest are thrown balls. */
  own_colliders: number;
  settings: Settings[];
  controls: Control[];
  playing: boolean;
  speed: number;
}

export type Said =
  | SceneMessage
  | { type: "settings"; settings: Settings[]; playing: boolean; speed: number }
  | { type: "colliders"; colliders: Collider[] }
  | { type: "grabbed"; hand: number; point: Vector; vertex: number }
  | { type: "missed"; hand: number }
  | { type: "vertex"; lane: number; vertex: number; position: Vector; velocity: Vector; mass: number; strain: number; contact: number; limited: boolean; pinned: boolean }
  | { type: "error" | "note"; message: string };

const notChecked = 0xffffffff;

/** Whether a frame belongs to a topology. */
export function fits(frame: Frame, topology: Topology | null): boolean {
  return frame.revision === topology?.revision && frame.positions.length === 3 * topology.seen.points;
}

/** Reads a binary message; throws if it is malformed or of another version. */
export function decode(buffer: ArrayBuffer): Topology | Frame {
  const view = new DataView(buffer);
  if (buffer.byteLength < 32 || view.getUint8(0) !== 0x54 || view.getUint8(1) !== 0x4e || view.getUint8(2) !== 0x53)
    throw new Error("Not a tensio message.");
  if (view.getUint8(3) !== version) throw new Error(`The engine uses protocol version ${view.getUint8(3)}, this page version ${version}. Reload the page.`);
  const kind = view.getUint8(4);
  if (kind === 1) return decodeTopology(buffer, view);
  if (kind === 2) return decodeFrame(buffer, view);
  throw new Error(`Unknown message kind ${kind}.`);
}

function decodeTopology(buffer: ArrayBuffer, view: DataView): Topology {
  const u32 = (at: number) => view.getUint32(at, true);
  const [springs, pins] = [u32(12), u32(16)];
  return {
    kind: "topology", lane: view.getUint8(5), revision: u32(8),
    springs: new Uint32Array(buffer, 20, 2 * springs),
    pins: new Uint32Array(buffer, 20 + 8 * springs, pins),
    seen: decodeSeen(buffer, 20 + 8 * springs + 4 * pins),
  };
}

function decodeFrame(buffer: ArrayBuffer, view: DataView): Frame {
  const u32 = (at: number) => view.getUint32(at, true);
  const f32 = (at: number) => view.getFloat32(at, true);
  const flags = view.getUint16(6, true);
  const [vertices, colliders, iterates, grabs] = [u32(24), u32(28), u32(32), u32(36)];
  let at = 104;
  const take = (count: number) => {
    const part = new Float32Array(buffer, at, count);
    at += 4 * count;
    return part;
  };
  const positions = take(3 * vertices);
  const strains = flags & 1 ? take(vertices) : null;
  const offsets = take(3 * colliders);
  const trace = take(iterates);
  const hands: Hand[] = [];
  for (let i = 0; i < grabs; ++i, at += 28)
    hands.push({ id: u32(at), point: [f32(at + 4), f32(at + 8), f32(at + 12)], target: [f32(at + 16), f32(at + 20), f32(at + 24)] });
  let touching: Touching | null = null;
  if (flags & 8) {
    const marked = new Uint32Array(buffer, at + 4, u32(at));
    at += 4 + 4 * marked.length;
    const plain = (point: number) => point & 0x7fffffff;
    touching = { points: marked.map(plain), forces: take(marked.length), limited: marked.filter((point) => point >>> 31).map(plain) };
  }
  const animated: Frame["animated"] = [];
  const meshes = flags & 16 ? u32(at) : 0;
  at += 4;
  for (let i = 0; i < meshes; ++i) {
    const [collider, points] = [u32(at), u32(at + 4)];
    at += 8;
    animated.push({ collider, points: take(3 * points) });
  }
  return {
    kind: "frame", lane: view.getUint8(5), revision: u32(8), frame: u32(12), time: view.getFloat64(16, true),
    firstRecorded: u32(40), lastRecorded: u32(44), status: u32(48), iterations: u32(52), contacts: u32(56),
    energy: { kinetic: f32(60), elastic: f32(64), potential: f32(68) },
    frameMs: f32(72), solveMs: f32(76), relativeGradient: f32(80), maxStrain: f32(84),
    difference: flags & 4 ? f32(88) : null, isPaused: (flags & 2) !== 0,
    hasPlanes: (flags & 32) !== 0, crossings: u32(92) === notChecked ? null : u32(92), limited: u32(96), leastGap: f32(100),
    positions, strains, colliders: offsets, animated, trace, hands, touching,
  };
}
