// The settings: solver, damping, stiffness, what is shown. Everything is told to the engine, and shown as it answers.
import GUI, { type Controller } from "lil-gui";
import type { Controls } from "./controls";
import { builtin } from "./scenes";
import type { Choice, SceneMessage, Settings, Vector } from "./protocol";
import type { Theme, ThemeChoice } from "./theme";
import type { View } from "./view";
import { airOutside, windFrom, windTo } from "./wind";

export interface PanelActions {
  send(message: object): void;
  loadBuiltin(name: string): void;
  openGallery(): void;
  openFile(): void;
  screenshot(): void;
  record(): void;
  share(): void;
  togglePlots(isShown: boolean): void;
}

/** What is drawn and can be switched by a key. */
export const switches = ["strain", "wireframe", "springs", "normals", "contacts", "pins", "shadows"] as const;
export type Switch = (typeof switches)[number];
const switchNames: Record<Switch, string> = {
  strain: "strain colours", wireframe: "wireframe", springs: "springs", normals: "normals", contacts: "contacts", pins: "pins", shadows: "shadows",
};

const calm = { speed: 0, direction: 0, gusts: 0.4 };

interface LanePanel {
  folder: GUI;
  values: Record<string, number | string>;
  controllers: Controller[];
}

export class Panel {
  private readonly gui: GUI;
  private readonly lanes: LanePanel[] = [];
  private readonly show = new Map<Switch, Controller>();
  private readonly chosen = { scene: "cloth", compare: false, theme: "system" as ThemeChoice, plots: innerWidth > 900 && innerHeight > 560 };
  private readonly wind = { ...calm };
  private readonly windFolder: GUI;
  private readonly solvers: GUI;
  private readonly recordButton: Controller;

  constructor(parent: HTMLElement, private readonly view: View, controls: Controls, theme: Theme, private readonly actions: PanelActions) {
    this.gui = new GUI({ container: parent, title: "Settings", width: 276 });
    this.gui.add(this.chosen, "scene", [...builtin.keys()]).name("Scene").onChange((name: string) => actions.loadBuiltin(name));
    this.gui.add({ gallery: () => actions.openGallery() }, "gallery").name("All scenes…");
    this.gui.add(this.chosen, "compare").name("Two solvers side by side").onChange((on: boolean) => actions.send({ type: "compare", on }));
    this.solvers = this.gui.addFolder("Solver");
    this.windFolder = this.gui.addFolder("Wind");
    this.windFolder.add(this.wind, "speed", 0, 15, 0.1).name("speed, m/s");
    this.windFolder.add(this.wind, "direction", 0, 360, 1).name("from, °");
    this.windFolder.add(this.wind, "gusts", 0, 1, 0.01).name("gusts");
    this.windFolder.onChange(() => this.blow());
    const hand = this.gui.addFolder("Hand").close();
    hand.add(controls.pull, "stiffness", 1, 2000, 1).name("pull, N/m");
    hand.add(controls.pull, "hard").name("hard: a moving pin");
    this.addShow(theme);
    const keep = this.gui.addFolder("Keep").close();
    keep.add({ open: () => actions.openFile() }, "open").name("Open a scene or mesh…");
    keep.add({ picture: () => actions.screenshot() }, "picture").name("Save a picture");
    this.recordButton = keep.add({ video: () => actions.record() }, "video").name("Record a video");
    keep.add({ share: () => actions.share() }, "share").name("Copy a link to this");
    if (innerWidth < 900) this.gui.close();
    // lil-gui ties no name to its inputs; screen readers want one.
    new MutationObserver(() => label(parent)).observe(parent, { childList: true, subtree: true, characterData: true });
    label(parent);
  }

  private addShow(theme: Theme): void {
    const { view, actions } = this;
    const folder = this.gui.addFolder("Show").close();
    for (const name of switches)
      this.show.set(name, folder.add(view.options, name).name(switchNames[name]).onChange(() => this.tellShow()));
    folder.add(view.options, "strainRange", 0.005, 0.5, 0.005).name("strain range").onChange(() => this.showLegend());
    folder.add(view.options, "quality", ["auto", "high", "low"]).name("quality").onChange(() => view.setQuality());
    folder.add(this.chosen, "plots").name("plots").onChange((isShown: boolean) => actions.togglePlots(isShown));
    folder.add(this.chosen, "theme", ["system", "light", "dark"]).name("theme").onChange((choice: ThemeChoice) => theme.set(choice));
    actions.togglePlots(this.chosen.plots);
  }
  toggle(name: Switch): void {
    const controller = this.show.get(name)!;
    controller.setValue(!controller.getValue());
  }
  /** The engine sends strains and contacts only while somebody looks. */
  tellShow(): void {
    const { strain, contacts } = this.view.options;
    this.actions.send({ type: "show", strain, contacts });
    this.view.setQuality();
    this.showLegend();
  }
  showRecording(isRecording: boolean): void {
    this.recordButton.name(isRecording ? "Stop the recording" : "Record a video");
  }

  private set(lane: number, fields: Settings): void {
    this.actions.send({ type: "set", lane, fields });
  }
  private blow(): void {
    const { speed, direction, gusts } = this.wind;
    const fields: Settings = { wind: windTo(speed, direction), gusts };
    this.lanes.forEach(({ values }, lane) => this.set(lane, speed > 0 && !values["air"] ? { ...fields, air: airOutside } : fields));
  }

  showScene(scene: SceneMessage): void {
    this.chosen.scene = scene.name;
    this.chosen.compare = scene.settings.length > 1;
    Object.assign(this.wind, calm);
    while (this.lanes.length > 0) this.lanes.pop()!.folder.destroy();
    this.solvers.show(scene.settings.length === 1);
    scene.settings.forEach((settings, lane) => this.addLane(scene, settings, lane));
    this.windFolder.show(scene.triangles > 0);
    this.gui.controllersRecursive().forEach((controller) => controller.updateDisplay());
    this.showSettings(scene.settings);
  }

  private addLane(scene: SceneMessage, settings: Settings, lane: number): void {
    const isAlone = scene.settings.length === 1;
    // A folder that is made anew at the place of the old one: lil-gui has no moving.
    const folder = (isAlone ? this.solvers : this.gui).addFolder(isAlone ? "method" : lane === 0 ? "Solver A (left)" : "Solver B (right)");
    if (isAlone) folder.$title.hidden = true;
    else this.solvers.domElement.before(folder.domElement);
    const values = flat(settings);
    const controllers: Controller[] = [];
    const add = (controller: Controller, field: string, name: string) => {
      controllers.push(controller.name(name));
      controller.onFinishChange((value: number | string) => this.set(lane, { [field]: field === "gravity" ? [0, Number(value), 0] : value }));
    };
    const choose = (parent: GUI, field: "scheme" | "method" | "precision", name: string) => {
      const controller = parent.add(values, field, scene.choices[field].map((choice) => choice.name));
      describe(controller, scene.choices[field]);
      add(controller, field, name);
    };
    choose(folder, "scheme", "integrator");
    choose(folder, "method", "minimiser");
    add(folder.add(values, "iterations", 1, 100, 1), "iterations", "iterations");
    add(folder.add(values, "substeps", 1, 20, 1), "substeps", "substeps");
    choose(folder, "precision", "precision");
    if (scene.choices.fabric.length > 0) this.addFabric(folder, scene.choices.fabric, values, lane, controllers);
    const material = folder.addFolder("Material and damping").close();
    for (const family of ["structural", "shear", "bend"]) add(material.add(values, family, 0.01, 20), family, `${family} stiffness ×`);
    add(material.add(values, "tear_strain", 0, 3, 0.01), "tear_strain", "tears at strain");
    add(material.add(values, "ether", 0, 1, 0.01), "ether", "speed kept per s");
    add(material.add(values, "point", 0, 0.05), "point", "drag, N·s/m");
    add(material.add(values, "gravity", -20, 20, 0.01), "gravity", "gravity, m/s²");
    this.lanes.push({ folder, values, controllers });
  }

  /** A preset of all sheets, worn at once; back to the scene's own from its start. */
  private addFabric(folder: GUI, fabrics: Choice[], values: Record<string, number | string>, lane: number, controllers: Controller[]): void {
    const controller = folder.add(values, "fabric", fabricOptions(fabrics)).name("fabric");
    describe(controller, [{ name: "", doc: "What the scene is made of" }, ...fabrics]);
    controllers.push(controller);
    controller.onFinishChange((fabric: string) => {
      this.set(lane, { fabric });
      if (fabric === "") this.actions.send({ type: "reset" });
    });
  }

  showSettings(settings: Settings[]): void {
    settings.forEach((now, lane) => {
      const shown = this.lanes[lane];
      if (!shown) return;
      Object.assign(shown.values, flat(now));
      shown.controllers.forEach((controller) => controller.updateDisplay());
    });
    const first = settings[0];
    if (!first) return;
    Object.assign(this.wind, windFrom(first["wind"] as Vector, this.wind.direction));
    if (first["gusts"] || this.wind.speed > 0) this.wind.gusts = first["gusts"] as number;
    this.windFolder.controllers.forEach((controller) => controller.updateDisplay());
  }

  private showLegend(): void {
    const legend = document.querySelector<HTMLElement>("#legend")!;
    const percent = Number((100 * this.view.options.strainRange).toPrecision(2));
    legend.hidden = !this.view.options.strain;
    const marks = [-percent, -percent / 2, 0, percent / 2, percent].map((mark) => `<b>${mark > 0 ? "+" : ""}${String(mark).replace("-", "−")}</b>`);
    legend.innerHTML = `strain, %<i></i><span>${marks.join("")}</span><span><small>compressed</small><small>stretched</small></span>`;
    this.view.redraw();
  }
}

/** Gravity as its upward part: a slider has one number. */
function flat(settings: Settings): Record<string, number | string> {
  return { ...settings, gravity: (settings["gravity"] as Vector)[1] } as Record<string, number | string>;
}

/** Names as they are shown, with the values that are sent. */
function fabricOptions(fabrics: Choice[]): Record<string, string> {
  return Object.fromEntries([["the scene's own", ""], ...fabrics.map(({ name }) => [name, name])]);
}

/** What each choice is, where the pointer rests on it. */
function describe(controller: Controller, choices: Choice[]): void {
  for (const [i, option] of [...controller.domElement.querySelectorAll("option")].entries()) option.title = choices[i]?.doc ?? "";
}

function label(parent: HTMLElement): void {
  for (const row of parent.querySelectorAll<HTMLElement>(".controller")) {
    const name = row.querySelector(".name")?.textContent ?? "";
    for (const input of row.querySelectorAll("input, select"))
      if (input.getAttribute("aria-label") !== name) input.setAttribute("aria-label", name);
  }
}
