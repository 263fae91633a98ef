// Light, ground and paper: what a scene stands in.
import * as THREE from "three";
import type { Palette } from "./theme";

const groundSize = 60; // m

export class Stage {
  readonly scene = new THREE.Scene();
  readonly sun = new THREE.DirectionalLight(0xfff3e2, 2.4);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0xc9b8a0, 1.9);
  private readonly rim = new THREE.DirectionalLight(0xcfe0ff, 0.9);
  private readonly fill = new THREE.DirectionalLight(0xfff6ea, 0.8); // from below the eye: hanging cloth shows its lower side
  private readonly ground = new THREE.Group();
  private readonly floor: THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;
  private grid = new THREE.GridHelper();
  private readonly fog = new THREE.Fog(0xffffff, 5, 25);

  constructor() {
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.012;
    this.sun.shadow.radius = 5;
    this.sun.shadow.intensity = 0.85;
    this.floor = new THREE.Mesh(
      new THREE.CircleGeometry(groundSize, 64).rotateX(-Math.PI / 2), new THREE.MeshStandardMaterial({ roughness: 1 }));
    this.floor.receiveShadow = true;
    this.ground.add(this.floor, this.grid);
    this.scene.fog = this.fog;
    this.scene.add(this.sun, this.sun.target, this.sky, this.rim, this.rim.target, this.fill, this.fill.target, this.ground);
  }

  setPalette(palette: Palette): void {
    this.scene.background = new THREE.Color(palette.paper);
    this.fog.color.set(palette.paper);
    this.floor.material.color.set(palette.ground);
    this.sky.color.set(palette.sky);
    this.sky.groundColor.set(palette.earth);
    this.ground.remove(this.grid);
    this.grid.dispose();
    this.grid = new THREE.GridHelper(24, 48, palette.grid, palette.grid);
    this.grid.position.y = 0.001;
    this.grid.material.transparent = true;
    this.grid.material.opacity = 0.35;
    this.ground.add(this.grid);
  }

  /** Around a point that is looked at from an eye: the sun stands beside it, high up. */
  place(target: THREE.Vector3, eye: THREE.Vector3, height: number | null): void {
    const distance = eye.distanceTo(target);
    const ahead = Math.atan2(eye.x - target.x, eye.z - target.z);
    const towards = (turn: number, rise: number) => new THREE.Vector3().setFromSphericalCoords(6, Math.PI / 2 - rise, ahead + turn).add(target);
    this.ground.visible = height !== null;
    this.ground.position.y = (height ?? 0) - 0.002;
    this.sun.position.copy(towards(-0.65, 0.95));
    this.sun.target.position.copy(target);
    this.rim.position.copy(towards(2.6, 0.5));
    this.rim.target.position.copy(target);
    this.fill.position.copy(towards(0.5, -0.25));
    this.fill.target.position.copy(target);
    const reach = Math.max(1, 0.75 * distance);
    Object.assign(this.sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1, far: 12 + 2 * reach });
    this.sun.shadow.camera.updateProjectionMatrix();
    this.fog.near = 1.6 * distance;
    this.fog.far = 7 * distance;
  }
}
