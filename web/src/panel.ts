// The settings panel. Changes go to the engine; the panel shows what the engine answers.
import GUI, { type Controller } from "lil-gui";
import type { Controls } from "./controls";
import { builtin } from "./scenes";
import type { Choice, Control, SceneMessage, Settings } from "./protocol";
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

/** What can be shown or hidden. */
export const switches = ["strain", "wireframe", "springs", "normals", "contacts", "pins", "shadows"] as const;
export type Switch = (typeof switches)[number];
const switchNames: Record<Switch, string> = {
  strain: "strain colours", wireframe: "wireframe", springs: "springs", normals: "normals", contacts: "contacts", pins: "pins", shadows: "shadows",
};

const calm = { speed: 0, direction: 0, gusts: 0.4 };

type Values = Record<string, number | string>;

interface LanePanel {
  folder: GUI;
  values: Values;
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
    hand.add(controls.pull, "hard").name("hard (exact)");
    this.addShow(theme);
    const keep = this.gui.addFolder("Keep").close();
    keep.add({ open: () => actions.openFile() }, "open").name("Open a scene or mesh…");
    keep.add({ picture: () => actions.screenshot() }, "picture").name("Save a picture");
    this.recordButton = keep.add({ video: () => actions.record() }, "video").name("Record a video");
    keep.add({ share: () => actions.share() }, "share").name("Copy a link");
    if (innerWidth < 900) this.gui.close();
    // lil-gui does not label its inputs; screen readers need it.
    new MutationObserver(() => label(parent)).observe(parent, { childList: true, subtree: true, characterData: true });
    label(parent);
  }

  private addShow(theme: Theme): void {
    const { view, actions } = this;
    const folder = this.gui.addFolder("Show").close();
    for (const name of switches)
      this.show.set(name, folder.add(view.options, name).name(switchNames[name]).onChange(() => this.tellShow()));
    folder.add(view.options, "strainRange", 0.005, 0.5, 0.005).name("strain range").onChange(() => view.redraw());
    folder.add(view.options, "quality", ["auto", "high", "low"]).name("quality").onChange(() => view.setQuality());
    folder.add(this.chosen, "plots").name("plots").onChange((isShown: boolean) => actions.togglePlots(isShown));
    folder.add(this.chosen, "theme", ["system", "light", "dark"]).name("theme").onChange((choice: ThemeChoice) => theme.set(choice));
    actions.togglePlots(this.chosen.plots);
  }
  toggle(name: Switch): void {
    const controller = this.show.get(name)!;
    controller.setValue(!controller.getValue());
  }
  /** Requests strains and contacts: the engine sends them only while a viewer shows them. */
  tellShow(): void {
    const { strain, contacts } = this.view.options;
    this.actions.send({ type: "show", strain, contacts });
    this.view.setQuality();
  }
  showRecording(isRecording: boolean): void {
    this.recordButton.name(isRecording ? "Stop recording" : "Record a video");
  }

  private set(lane: number, fields: Partial<Settings>): void {
    this.actions.send({ type: "set", lane, fields });
  }
  private blow(): void {
    const { speed, direction, gusts } = this.wind;
    const fields: Partial<Settings> = { wind: windTo(speed, direction), gusts };
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
    // lil-gui cannot move folders: make a new one in place of the old.
    const folder = (isAlone ? this.solvers : this.gui).addFolder(isAlone ? "method" : lane === 0 ? "Solver A (left)" : "Solver B (right)");
    if (isAlone) folder.$title.hidden = true;
    else this.solvers.domElement.before(folder.domElement);
    const values = flat(settings);
    const subfolders = new Map([["", folder]]);
    const controllers = scene.controls.map((control) => {
      if (!subfolders.has(control.folder)) subfolders.set(control.folder, folder.addFolder(control.folder).close());
      return this.addControl(subfolders.get(control.folder)!, control, values, lane);
    });
    this.lanes.push({ folder, values, controllers });
  }

  private addControl(folder: GUI, { name, label, choices, range }: Control, values: Values, lane: number): Controller {
    const controller = choices ? folder.add(values, name, optionsOf(choices)) : folder.add(values, name, range![0], range![1], range![2] || undefined);
    if (choices) describe(controller, choices);
    controller.onFinishChange((value: number | string) => {
      this.set(lane, { [name]: name === "gravity" ? [0, Number(value), 0] : value });
      if (name === "fabric" && value === "") this.actions.send({ type: "reset" }); // back to the scene's own
    });
    return controller.name(label);
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
    Object.assign(this.wind, windFrom(first.wind, this.wind.direction));
    if (first.gusts || this.wind.speed > 0) this.wind.gusts = first.gusts;
    this.windFolder.controllers.forEach((controller) => controller.updateDisplay());
  }
}

/** Gravity as its upward component: a slider has one number. */
function flat(settings: Settings): Values {
  return { ...settings, gravity: settings.gravity[1] } as unknown as Values;
}

/** Names as shown, with the values to send. */
function optionsOf(choices: Choice[]): Record<string, string> {
  return Object.fromEntries(choices.map(({ name }) => [name || "the scene's own", name]));
}

/** Explains each choice in a tooltip. */
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
