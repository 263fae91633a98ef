// What colours mean.
import { Color } from "three";
import { forceColour, limitedColour, strainColour, untouched } from "./colours";
import type { View } from "./view";

/** A gradient of a colour by a number from 0 to 1. */
export function gradient(colour: (t: number, into: Color) => Color): string {
  const stops = Array.from({ length: 13 }, (_, i) => `#${colour(i / 12, new Color()).getHexString()}`);
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

/** The unit that suits numbers up to a force, and how many of them are a newton. */
export function forceUnit(most: number): { unit: string; perNewton: number } {
  if (most >= 0.1 || most === 0) return { unit: "N", perNewton: 1 };
  return most >= 1e-4 ? { unit: "mN", perNewton: 1e3 } : { unit: "µN", perNewton: 1e6 };
}
export function sayForce(force: number): string {
  const { unit, perNewton } = forceUnit(force);
  return `${plain(force * perNewton)} ${unit}`;
}
const plain = (value: number): string => String(Number(value.toPrecision(3)));
const line = (marks: string[]): string => `<span>${marks.map((mark) => `<b>${mark}</b>`).join("")}</span>`;

function strainLegend(range: number): string {
  const marks = [-1, -0.5, 0, 0.5, 1].map((part) => plain(100 * range * part)).map((mark, i) => (i > 2 ? `+${mark}` : mark.replace("-", "−")));
  const colours = gradient((t, into) => strainColour(2 * t - 1, 1, into));
  return `strain, %<i style="background:${colours}"></i>${line(marks)}<span><small>compressed</small><small>stretched</small></span>`;
}

/** Over strain, contacts are dots, and what touches nothing has none. */
function forceLegend(range: number, isOverStrain: boolean): string {
  const entry = (colour: Color, meaning: string) => `<small style="--dot:#${colour.getHexString()}">${meaning}</small>`;
  const key = `<span class="key">${isOverStrain ? "" : entry(untouched, "touches nothing")}${entry(new Color(limitedColour), "held back by a plane")}</span>`;
  if (!(range > 0)) return `contact force: nothing touches${key}`;
  const { unit, perNewton } = forceUnit(range);
  const colours = gradient((t, into) => forceColour(t * t, 1, into));
  return `contact force per vertex, ${unit}<i style="background:${colours}"></i>${line([0, 0.25, 1].map((part) => plain(range * part * perNewton)))}${key}`;
}

/** Shows the legends of what a view shows, whenever that changes. */
export class Legends {
  private shown = new Map<string, string>();

  constructor(private readonly view: View) {}
  show(): void {
    const { strain, strainRange, contacts } = this.view.options;
    this.put("legend", strain ? strainLegend(strainRange) : "");
    this.put("force-legend", contacts ? forceLegend(this.view.forces.now, strain) : "");
  }
  private put(id: string, content: string): void {
    if (this.shown.get(id) === content) return;
    this.shown.set(id, content);
    const box = document.getElementById(id)!;
    box.hidden = content === "";
    box.innerHTML = content;
  }
}
