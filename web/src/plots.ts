// Live plots: energies, time of a frame against its budget, residual by iteration.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Frame } from "./protocol";

const kept = 240; // frames

function axes(): uPlot.Axis[] {
  const stroke = matchMedia("(prefers-color-scheme: dark)").matches ? "#ccc" : "#333";
  return [{ show: false }, { stroke, size: 46, grid: { stroke: "#8883", width: 1 } }];
}

function make(parent: HTMLElement, title: string, series: [string, string][], more: Partial<uPlot.Options> = {}): uPlot {
  const options: uPlot.Options = {
    title, width: 260, height: 110, axes: axes(), legend: { show: series.length > 1, live: false }, cursor: { show: false },
    series: [{}, ...series.map(([label, stroke]) => ({ label, stroke, width: 1.5 }))], scales: { x: { time: false } }, ...more,
  };
  return new uPlot(options, [[], ...series.map(() => [])], parent);
}

export class Plots {
  private readonly energy: uPlot;
  private readonly time: uPlot;
  private readonly residual: uPlot;
  private rows: number[][] = [];

  constructor(parent: HTMLElement) {
    this.energy = make(parent, "energy, J", [["kinetic", "#d1495b"], ["elastic", "#2e86ab"], ["potential", "#66a182"]], { height: 130 });
    this.time = make(parent, "ms per frame (budget 16.7)", [["frame", "#8e6c8a"], ["budget", "#c33"]]);
    this.residual = make(parent, "|∇g| by iteration", [["residual", "#2e86ab"]], { scales: { x: { time: false }, y: { distr: 3 } } });
  }

  add(frame: Frame): void {
    const last = this.rows.at(-1);
    if (last && frame.frame <= last[0]!) this.rows = this.rows.filter((row) => row[0]! < frame.frame);
    const { kinetic, elastic, potential } = frame.energy;
    this.rows.push([frame.frame, kinetic, elastic, potential, frame.frameMs, 1000 / 60]);
    if (this.rows.length > kept) this.rows.shift();
    this.trace = frame.trace;
  }
  private trace: Float32Array = new Float32Array();

  draw(): void {
    const column = (i: number) => this.rows.map((row) => row[i]!);
    this.energy.setData([column(0), column(1), column(2), column(3)]);
    this.time.setData([column(0), column(4), column(5)]);
    const positive = [...this.trace].map((value) => Math.max(value, 1e-30));
    this.residual.setData([positive.map((_, i) => i), positive]);
  }
}
