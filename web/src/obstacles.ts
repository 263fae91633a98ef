// Colliders as solids.
import * as THREE from "three";
import type { Collider, Vector } from "./protocol";

const up = new THREE.Vector3(0, 1, 0);

/** Height of a plane that lies level with its solid side below; null for all else. */
export function levelHeight(collider: Collider): number | null {
  return collider.kind === "plane" && collider.normal[1] > 0.999 ? collider.point[1] : null;
}

export class Obstacles {
  readonly group = new THREE.Group();
  private readonly solids: THREE.Group[] = [];
  private readonly material = new THREE.MeshStandardMaterial({ color: 0x8d97a6, roughness: 0.55 });
  private readonly ballMaterial = new THREE.MeshStandardMaterial({ color: 0xf2b233, roughness: 0.35 });
  private readonly glass = new THREE.MeshStandardMaterial({ color: 0x8d97a6, transparent: true, opacity: 0.35, side: THREE.DoubleSide });

  /** Those behind the first `own` were thrown. */
  show(colliders: Collider[], own: number): void {
    for (const solid of this.solids) {
      (solid.children[0] as THREE.Mesh).geometry.dispose();
      this.group.remove(solid);
    }
    this.solids.length = 0;
    for (const [index, collider] of colliders.entries()) {
      const solid = new THREE.Group();
      const mesh = new THREE.Mesh(shapeOf(collider), index >= own ? this.ballMaterial : collider.kind === "plane" ? this.glass : this.material);
      mesh.castShadow = collider.kind !== "plane";
      mesh.receiveShadow = true;
      mesh.visible = levelHeight(collider) === null; // the ground is drawn there
      mesh.userData["collider"] = collider.kind === "plane" ? undefined : index;
      place(mesh, collider);
      solid.add(mesh);
      this.solids.push(solid);
      this.group.add(solid);
    }
  }

  setOffsets(offsets: Float32Array): void {
    this.solids.forEach((solid, i) => 3 * i < offsets.length && solid.position.fromArray(offsets, 3 * i));
  }

  /** The solid that a ray meets first; planes cannot be taken. */
  at(ray: THREE.Ray): { index: number; point: THREE.Vector3 } | null {
    const hit = new THREE.Raycaster(ray.origin, ray.direction).intersectObject(this.group, true)[0];
    const index = hit?.object.userData["collider"] as number | undefined;
    return hit && index !== undefined ? { index, point: hit.point } : null;
  }
}

/** Vertices lie on a collider, but the triangles between them cut into what is round: it is drawn a little smaller. */
const shrunk = (length: number): number => 0.993 * length;

function shapeOf(collider: Collider): THREE.BufferGeometry {
  switch (collider.kind) {
    case "plane": return new THREE.CircleGeometry(4, 48);
    case "sphere": return new THREE.SphereGeometry(shrunk(collider.radius), 64, 40);
    case "box": return new THREE.BoxGeometry(...(collider.half_extent.map((h) => 2 * shrunk(h)) as Vector));
    case "capsule": {
      const length = new THREE.Vector3(...collider.a).distanceTo(new THREE.Vector3(...collider.b));
      return new THREE.CapsuleGeometry(shrunk(collider.radius), length, 16, 40);
    }
  }
}

function place(mesh: THREE.Mesh, collider: Collider): void {
  switch (collider.kind) {
    case "sphere":
      return void mesh.position.set(...collider.center);
    case "plane":
      mesh.position.set(...collider.point);
      return void mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...collider.normal));
    case "box": {
      const [a, b, c, d, e, f, g, h, i] = collider.turn as [number, number, number, number, number, number, number, number, number];
      mesh.quaternion.setFromRotationMatrix(new THREE.Matrix4().set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1));
      return void mesh.position.set(...collider.center);
    }
    case "capsule": {
      const [a, b] = [new THREE.Vector3(...collider.a), new THREE.Vector3(...collider.b)];
      mesh.position.copy(a).add(b).multiplyScalar(0.5);
      if (a.distanceTo(b) > 0) mesh.quaternion.setFromUnitVectors(up, b.sub(a).normalize());
    }
  }
}
