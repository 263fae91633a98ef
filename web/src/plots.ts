// Live plots: energies, time of a frame against its budget, residual by iteration.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Frame } from "./protocol";
import type { Theme } from "./theme";

const kept = 240; // frames
const budget = 1000 / 60; // ms

/** Largest of the values, but for the tenth that is largest. */
export function mostly(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0;
}

interface Line {
  label: string;
  colour: string;
  dash?: number[];
}

class Plot {
  private plot: uPlot | null = null;
  private readonly head = document.createElement("figcaption");
  private readonly figure = document.createElement("figure");

  constructor(parent: HTMLElement, private readonly title: string, private readonly lines: Line[], private readonly scale: uPlot.Scale,
    private readonly values: (ticks: number[]) => string[]) {
    this.figure.append(this.head);
    parent.append(this.figure);
    this.say("");
  }
  say(value: string): void {
    const names = this.lines.length > 1 ? this.lines.map(({ label, colour }) => `<i style="--line:${colour}">${label}</i>`).join("") : "";
    this.head.innerHTML = `<b>${this.title}</b>${names}<output>${value}</output>`;
  }
  make(isDark: boolean): void {
    this.plot?.destroy();
    const stroke = isDark ? "#b8bac2" : "#5d5a55";
    const grid = { stroke: isDark ? "#ffffff18" : "#00000014", width: 1 };
    this.plot = new uPlot({
      width: 256, height: 76, padding: [8, 4, 4, 0], legend: { show: false }, cursor: { show: false },
      axes: [{ show: false }, { stroke, grid, ticks: { show: false }, size: 40, gap: 2, space: 24, font: "10px system-ui",
        values: (_plot, ticks) => this.values(ticks) }],
      scales: { x: { time: false }, y: this.scale },
      series: [{}, ...this.lines.map(({ label, colour, dash }) => ({
        label, stroke: colour, width: 1.5, points: { show: false }, ...(dash ? { dash } : {}) }))],
    }, [[], ...this.lines.map(() => [])], this.figure);
  }
  setData(data: uPlot.AlignedData): void {
    this.plot?.setData(data);
  }
}

const plain = (ticks: number[]) => ticks.map((tick) => String(Number(tick.toPrecision(6))));
const powers = (ticks: number[]) => ticks.map((tick) => {
  const power = tick > 0 ? Math.log10(tick) : NaN;
  return Math.abs(power - Math.round(power)) < 1e-6 ? `1e${Math.round(power)}` : "";
});

export class Plots {
  private readonly energy: Plot;
  private readonly time: Plot;
  private readonly residual: Plot;
  private rows: number[][] = [];
  private trace: Float32Array = new Float32Array();

  constructor(parent: HTMLElement, theme: Theme) {
    const auto: uPlot.Scale = {};
    this.energy = new Plot(parent, "energy, J",
      [{ label: "kinetic", colour: "#d1495b" }, { label: "elastic", colour: "#3f8fc4" }, { label: "height", colour: "#5aa676" }], auto, plain);
    this.time = new Plot(parent, "frame, ms", [{ label: "taken", colour: "#a06cc0" }, { label: "budget", colour: "#d1495b", dash: [4, 3] }],
      { range: () => [0, 1.3 * Math.max(budget, mostly(this.rows.map((row) => row[4]!)))] }, plain);
    this.residual = new Plot(parent, "gradient by iteration", [{ label: "gradient", colour: "#3f8fc4" }], { distr: 3 }, powers);
    theme.follow(() => {
      for (const plot of [this.energy, this.time, this.residual]) plot.make(theme.isDark);
      this.draw();
    });
  }

  add(frame: Frame): void {
    const last = this.rows.at(-1);
    if (last && frame.frame <= last[0]!) this.rows = this.rows.filter((row) => row[0]! < frame.frame);
    const { kinetic, elastic, potential } = frame.energy;
    this.rows.push([frame.frame, kinetic, elastic, potential, frame.frameMs, budget]);
    if (this.rows.length > kept) this.rows.shift();
    this.trace = frame.trace;
  }

  draw(): void {
    const column = (i: number) => this.rows.map((row) => row[i]!);
    const last = this.rows.at(-1);
    this.energy.setData([column(0), column(1), column(2), column(3)]);
    this.energy.say(last ? (last[1]! + last[2]! + last[3]!).toFixed(2) : "");
    this.time.setData([column(0), column(4), column(5)]);
    this.time.say(last ? last[4]!.toFixed(1) : "");
    const positive = [...this.trace].map((value) => Math.max(value, 1e-30));
    this.residual.setData([positive.map((_, i) => i), positive]);
    this.residual.say(positive.length > 0 ? positive.at(-1)!.toExponential(1) : "");
  }
}
