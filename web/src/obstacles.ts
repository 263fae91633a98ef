// Colliders as solids.
import * as THREE from "three";
import type { Collider, Frame } from "./protocol";

/** Height of a plane that lies level with its solid side below; null for all else. */
export function levelHeight(collider: Collider): number | null {
  return collider.kind === "plane" && collider.normal[1] > 0.999 ? collider.point[1] : null;
}

export class Obstacles {
  readonly group = new THREE.Group();
  private readonly solids: THREE.Group[] = [];
  private readonly material = new THREE.MeshStandardMaterial({ color: 0x8d97a6, roughness: 0.55 });
  private readonly ballMaterial = new THREE.MeshStandardMaterial({ color: 0xf2b233, roughness: 0.35 });
  private readonly shell = new THREE.MeshStandardMaterial({ color: 0x8d97a6, roughness: 0.55, side: THREE.DoubleSide });
  private readonly glass = new THREE.MeshStandardMaterial({ color: 0x8d97a6, transparent: true, opacity: 0.35, side: THREE.DoubleSide });

  private readonly materials = { plane: this.glass, solid: this.material, mesh: this.shell };

  /** Those behind the first `own` were thrown. */
  show(colliders: Collider[], own: number): void {
    for (const solid of this.solids) {
      (solid.children[0] as THREE.Mesh).geometry.dispose();
      this.group.remove(solid);
    }
    this.solids.length = 0;
    for (const [index, collider] of colliders.entries()) {
      const solid = new THREE.Group();
      const mesh = meshOf(collider, index >= own ? this.ballMaterial : this.materials[collider.kind]);
      mesh.castShadow = collider.kind !== "plane";
      mesh.receiveShadow = true;
      mesh.visible = levelHeight(collider) === null; // the ground is drawn there
      mesh.userData["collider"] = collider.kind === "plane" ? undefined : index;
      solid.add(mesh);
      this.solids.push(solid);
      this.group.add(solid);
    }
  }

  setOffsets(offsets: Float32Array): void {
    this.solids.forEach((solid, i) => 3 * i < offsets.length && solid.position.fromArray(offsets, 3 * i));
  }

  /** Moves the points of animated meshes. */
  setAnimated(meshes: Frame["animated"]): void {
    for (const { collider, points } of meshes) {
      const mesh = this.solids[collider]?.children[0] as THREE.Mesh | undefined;
      const place = mesh?.geometry.getAttribute("position");
      if (!mesh || !place || 3 * place.count !== points.length) continue;
      place.array.set(points);
      place.needsUpdate = true;
      mesh.position.set(0, 0, 0);
      mesh.scale.setScalar(1);
      mesh.geometry.computeVertexNormals();
      mesh.geometry.computeBoundingSphere();
    }
  }

  /** The solid that a ray meets first; planes cannot be taken. */
  at(ray: THREE.Ray): { index: number; point: THREE.Vector3 } | null {
    const hit = new THREE.Raycaster(ray.origin, ray.direction).intersectObject(this.group, true)[0];
    const index = hit?.object.userData["collider"] as number | undefined;
    return hit && index !== undefined ? { index, point: hit.point } : null;
  }
}

function meshOf(collider: Collider, material: THREE.Material): THREE.Mesh {
  if (collider.kind === "plane") {
    const disc = new THREE.Mesh(new THREE.CircleGeometry(4, 48), material);
    disc.position.set(...collider.point);
    disc.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...collider.normal));
    return disc;
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(collider.points, 3));
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(collider.normals, 3));
  geometry.setIndex(collider.triangles);
  const solid = new THREE.Mesh(geometry, material);
  solid.position.set(...collider.middle);
  // Vertices lie on a solid, but the triangles between them cut into what is round: it is drawn a little smaller.
  solid.scale.setScalar((collider.kind === "solid" ? 0.993 : 1) * collider.unit);
  return solid;
}
