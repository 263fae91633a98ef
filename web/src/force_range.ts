// How much force the brightest colour means.

const steps = [1, 2, 5];
const settling = 0.25; // s

/** The least of 1, 2 or 5 times a power of ten that is not below a value above 0. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  return power * (steps.find((step) => step * power >= value * (1 - 1e-9)) ?? 10);
}

/** The force that all but a twentieth stay below. */
function usual(forces: Float32Array): number {
  const sorted = forces.filter((force) => force > 0).sort();
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0;
}

export class ForceRange {
  /** N; 0 while nothing has touched. */
  now = 0;
  private goal = 0;

  /** Aims at a round number that suits these forces, N. A number that still suits stays, so that colours do not flicker. */
  aim(lanes: Float32Array[]): void {
    const most = Math.max(0, ...lanes.map(usual));
    if (!(most > 0)) return;
    const wanted = roundUp(most);
    if (wanted > this.goal || roundUp(1.5 * most) < this.goal) this.goal = wanted;
    if (this.now === 0) this.now = this.goal;
  }
  /** Goes nearer to its aim; false once it is there. */
  ease(seconds: number): boolean {
    if (this.now === this.goal) return false;
    const left = Math.log(this.now / this.goal) * Math.exp(-seconds / settling);
    this.now = Math.abs(left) < 0.01 ? this.goal : this.goal * Math.exp(left);
    return true;
  }
  forget(): void {
    this.now = this.goal = 0;
  }
}
