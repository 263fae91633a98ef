// Numbers on the page: the bar at the bottom, the solvers compared, one vertex.
import { sayForce } from "./legend";
import type { Plots } from "./plots";
import { statusNames, type Frame, type Said, type SceneMessage, type Settings } from "./protocol";
import type { View } from "./view";

const find = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!;
const plotPause = 200; // ms

type VertexSaid = Extract<Said, { type: "vertex" }>;

export class Readout {
  private newest: Frame | null = null; // several may come between two pictures
  private plotted = 0;
  private vertex: { lane: number; vertex: number } | null = null;

  constructor(private readonly view: View, private readonly plots: Plots, private readonly send: (message: object) => void) {
    find("#vertex-close").onclick = () => this.forgetVertex();
  }

  add(frame: Frame): void {
    if (frame.lane === 0) this.newest = frame;
  }

  show(): void {
    const frame = this.newest;
    if (!frame) return;
    this.newest = null;
    const scrub = find("#scrub") as HTMLInputElement;
    scrub.min = String(frame.firstRecorded);
    scrub.max = String(frame.lastRecorded);
    scrub.value = String(frame.frame);
    scrub.setAttribute("aria-valuetext", `frame ${frame.frame}, ${frame.time.toFixed(2)} seconds`);
    find("#time").textContent = `${frame.time.toFixed(2)} s`;
    find("#solve").textContent = `${frame.frameMs.toFixed(1)} ms · ${frame.iterations} iterations · strain ${(100 * frame.maxStrain).toFixed(0)} %`;
    find("#contact").textContent = sayContact(frame);
    find("#numbers").title = `Last step: ${statusNames[frame.status] ?? "?"}`;
    find("#difference").hidden = frame.difference === null;
    find("#difference").textContent = frame.difference === null ? "" : `difference ${sayMillimetres(frame.difference)}`;
    this.plots.add(frame);
    if (performance.now() - this.plotted < plotPause) return;
    this.plotted = performance.now();
    if (!find("#plots").hidden) this.plots.draw();
    if (this.vertex) this.send({ type: "inspect", ...this.vertex });
  }

  showScene(scene: SceneMessage): void {
    find("#scene-name").textContent = scene.name;
    const count = (n: number) => n.toLocaleString("en");
    find("#scene-facts").textContent = `${scene.description ? `${scene.description}. ` : ""}${count(scene.vertices)} vertices, ${count(scene.springs)} springs.`;
    this.forgetVertex();
  }

  /** Names two solvers above their pictures. */
  showLanes(settings: Settings[]): void {
    find("#lanes").hidden = settings.length < 2;
    document.body.classList.toggle("comparing", settings.length > 1);
    this.view.margin = find("#panel").offsetWidth + 24;
    document.documentElement.style.setProperty("--margin", `${this.view.margin}px`);
    find("#lanes").replaceChildren(...settings.map((lane, i) => {
      const box = document.createElement("div");
      box.textContent = `${"AB"[i]}  ${lane.scheme} · ${lane.method} · ${lane.iterations} iterations`;
      return box;
    }));
  }

  showVertex(said: VertexSaid): void {
    this.vertex = this.view.inspected = { lane: said.lane, vertex: said.vertex };
    const numbers = (v: number[]) => v.map((c) => c.toFixed(3).replace("-", "−").padStart(8)).join("");
    find("#vertex").hidden = false;
    find("#vertex-numbers").textContent =
      `vertex ${said.vertex}${said.pinned ? ", pinned" : ""}\n` +
      `position ${numbers(said.position)} m\nvelocity ${numbers(said.velocity)} m/s\n` +
      `mass     ${(1000 * said.mass).toPrecision(3)} g\nstrain   ${(100 * said.strain).toFixed(1)} %` +
      (said.contact > 0 || said.limited ? `\ncontact  ${sayForce(said.contact)}${said.limited ? ", held back by a plane" : ""}` : "");
  }
  forgetVertex(): void {
    this.vertex = this.view.inspected = null;
    find("#vertex").hidden = true;
    this.view.redraw();
  }
}

/** Contacts in a few words; of a scene where only colliders are met, their number alone. */
export function sayContact({ contacts, hasPlanes, leastGap, crossings, limited }: Pick<Frame, "contacts" | "hasPlanes" | "leastGap" | "crossings" | "limited">): string {
  const count = (n: number, what: string) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
  const said = contacts > 0 || hasPlanes ? [count(contacts, "contact")] : [];
  if (hasPlanes) {
    if (Number.isFinite(leastGap)) said.push(`least gap ${sayMillimetres(leastGap)}`);
    said.push(crossings === null ? "crossings not checked" : count(crossings, "crossing"));
    if (limited > 0) said.push(`${limited.toLocaleString("en")} limited`);
  }
  return said.join(" · ");
}

export function sayMillimetres(value: number): string {
  return `${value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(2)} mm`;
}
