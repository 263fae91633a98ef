// What is drawn over a scene: hands that pull, and the vertex whose numbers are read.
import * as THREE from "three";
import type { Hand } from "./protocol";

const up = new THREE.Vector3(0, 1, 0);

/** Seen through everything. */
function mark(shape: THREE.BufferGeometry, colour: number): THREE.Mesh {
  const mesh = new THREE.Mesh(shape, new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: true }));
  mesh.renderOrder = 2;
  return mesh;
}
const ball = (colour: number): THREE.Mesh => mark(new THREE.SphereGeometry(1, 20, 14), colour);

/** A line from where a hand holds to where it pulls. */
class HandMark {
  readonly group = new THREE.Group();
  private readonly held = ball(0xffb000);
  private readonly target = ball(0xffffff);
  private readonly line = mark(new THREE.CylinderGeometry(1, 1, 1, 8, 1), 0xffb000);

  constructor() {
    this.group.add(this.line, this.held, this.target);
  }
  place(hand: Hand, thickness: number): void {
    const [from, to] = [new THREE.Vector3(...hand.point), new THREE.Vector3(...hand.target)];
    const length = from.distanceTo(to);
    this.held.position.copy(from);
    this.target.position.copy(to);
    this.held.scale.setScalar(2.6 * thickness);
    this.target.scale.setScalar(2 * thickness);
    this.line.position.copy(from).add(to).multiplyScalar(0.5);
    this.line.scale.set(thickness, length, thickness);
    if (length > 0) this.line.quaternion.setFromUnitVectors(up, to.sub(from).divideScalar(length));
  }
}

export class Marks {
  readonly group = new THREE.Group();
  private readonly hands: HandMark[] = [];
  private readonly vertex = ball(0x2f6fde);

  constructor() {
    this.vertex.visible = false;
    this.group.add(this.vertex);
  }
  /** Sizes are those of things seen from `distance`. */
  show(hands: Hand[], vertex: THREE.Vector3 | null, distance: number): void {
    while (this.hands.length < hands.length) {
      const mark = new HandMark();
      this.hands.push(mark);
      this.group.add(mark.group);
    }
    this.hands.forEach((mark, i) => {
      mark.group.visible = i < hands.length;
      if (hands[i]) mark.place(hands[i]!, 0.0016 * distance);
    });
    this.vertex.visible = vertex !== null;
    if (vertex) this.vertex.position.copy(vertex);
    this.vertex.scale.setScalar(0.005 * distance);
  }
}
