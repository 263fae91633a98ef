// The settings: solver, damping, stiffness, what is shown. Everything is told to the engine, and shown as it answers.
import GUI, { type Controller } from "lil-gui";
import type { Controls, Tool } from "./controls";
import { builtin } from "./scenes";
import type { SceneMessage, Settings } from "./protocol";
import type { View } from "./view";

export interface PanelActions {
  send(message: object): void;
  loadBuiltin(name: string): void;
  openGallery(): void;
  screenshot(): void;
  record(): void;
  share(): void;
}

const fabrics: Record<string, Settings> = {
  "as the scene says": { structural: 1, shear: 1, bend: 1 },
  silk: { structural: 0.5, shear: 0.2, bend: 0.1 },
  cotton: { structural: 1, shear: 0.7, bend: 1 },
  denim: { structural: 3, shear: 3, bend: 8 },
  rubber: { structural: 0.05, shear: 0.05, bend: 0.2 },
};

export class Panel {
  private readonly gui: GUI;
  private readonly lanes: { folder: GUI; values: Record<string, number | string>; controllers: Controller[] }[] = [];
  private readonly look = { tool: "grab" as Tool, compare: false, scene: "cloth", fabric: "as the scene says" };

  constructor(parent: HTMLElement, private readonly view: View, controls: Controls, private readonly actions: PanelActions) {
    this.gui = new GUI({ container: parent, title: "settings", width: 270 });
    this.gui.add(this.look, "scene", [...builtin.keys()]).onChange((name: string) => actions.loadBuiltin(name)).listen();
    this.gui.add({ gallery: () => actions.openGallery() }, "gallery");
    this.gui.add(this.look, "tool", ["grab", "pin", "cut", "inspect"]).onChange((tool: Tool) => controls.setTool(tool)).listen();
    controls.onTool = (tool) => (this.look.tool = tool);
    const hand = this.gui.addFolder("hand").close();
    hand.add(controls.pull, "stiffness", 1, 2000).name("stiffness, N/m");
    hand.add(controls.pull, "hard").name("hard (a moving pin)");
    const show = this.gui.addFolder("show").close();
    show.add(view.options, "strain").name("strain colours").onChange((strain: boolean) => {
      actions.send({ type: "show", strain });
      this.showLegend();
    });
    show.add(view.options, "strainRange", 0.01, 1).name("strain range").onChange(() => this.showLegend());
    for (const field of ["wireframe", "springs", "normals"] as const) show.add(view.options, field).onChange(() => view.redraw());
    this.gui.add(this.look, "fabric", Object.keys(fabrics)).onChange((name: string) => this.set(0, fabrics[name] ?? {}));
    this.gui.add(this.look, "compare").name("compare two solvers").onChange((on: boolean) => actions.send({ type: "compare", on }));
    const keep = this.gui.addFolder("keep").close();
    keep.add({ screenshot: () => actions.screenshot() }, "screenshot");
    keep.add({ video: () => actions.record() }, "video").name("video: start or stop");
    keep.add({ share: () => actions.share() }, "share").name("copy a link to this");
    // lil-gui ties no name to its inputs; screen readers want one.
    new MutationObserver(() => label(parent)).observe(parent, { childList: true, subtree: true });
  }

  private set(lane: number, fields: Settings): void {
    this.actions.send({ type: "set", lane, fields });
  }

  showScene(scene: SceneMessage, name: string): void {
    this.look.scene = name;
    this.look.compare = scene.settings.length > 1;
    this.gui.controllersRecursive().forEach((controller) => controller.updateDisplay());
    while (this.lanes.length > 0) this.lanes.pop()!.folder.destroy();
    scene.settings.forEach((settings, lane) => this.addLane(scene, settings, lane));
  }

  private addLane(scene: SceneMessage, settings: Settings, lane: number): void {
    const folder = this.gui.addFolder(scene.settings.length > 1 ? (lane === 0 ? "solver A (left)" : "solver B (right)") : "solver");
    const values = { ...settings, gravity: (settings["gravity"] as number[])[1] } as Record<string, number | string>;
    const controllers: Controller[] = [];
    const add = (controller: Controller, field: string) => {
      controllers.push(controller);
      controller.onFinishChange((value: number | string) => this.set(lane, { [field]: field === "gravity" ? [0, Number(value), 0] : value }));
    };
    for (const field of ["scheme", "method", "precision"] as const)
      add(folder.add(values, field, scene.choices[field].map((choice) => choice.name)), field);
    add(folder.add(values, "iterations", 1, 100, 1), "iterations");
    add(folder.add(values, "substeps", 1, 20, 1), "substeps");
    add(folder.add(values, "ether", 0, 1).name("velocity kept per s"), "ether");
    add(folder.add(values, "point", 0, 0.05).name("drag, N·s/m"), "point");
    add(folder.add(values, "gravity", -20, 20).name("gravity, m/s²"), "gravity");
    add(folder.add(values, "tear_strain", 0, 3).name("tears at strain (0: no)"), "tear_strain");
    for (const family of ["structural", "shear", "bend"]) add(folder.add(values, family, 0.01, 20).name(`× ${family} stiffness`), family);
    this.lanes.push({ folder, values, controllers });
  }

  showSettings(settings: Settings[]): void {
    settings.forEach((now, lane) => {
      const shown = this.lanes[lane];
      if (!shown) return;
      Object.assign(shown.values, now, { gravity: (now["gravity"] as number[])[1] });
      shown.controllers.forEach((controller) => controller.updateDisplay());
    });
  }

  private showLegend(): void {
    const legend = document.querySelector<HTMLElement>("#legend")!;
    const percent = Math.round(100 * this.view.options.strainRange);
    legend.hidden = !this.view.options.strain;
    legend.innerHTML = `strain<i></i><span><b>−${percent} %</b><b>0</b><b>+${percent} %</b></span>`;
    this.view.redraw();
  }
}

function label(parent: HTMLElement): void {
  for (const row of parent.querySelectorAll<HTMLElement>(".controller")) {
    const name = row.querySelector(".name")?.textContent ?? "";
    for (const input of row.querySelectorAll("input, select, button"))
      if (!input.hasAttribute("aria-label")) input.setAttribute("aria-label", name);
  }
}
