import "./style.css";
import { connect, startWorker, type Backend } from "./backend";
import { Controls } from "./controls";
import * as dialogs from "./dialogs";
import { Recorder, screenshot } from "./keep";
import { Legends } from "./legend";
import { Panel } from "./panel";
import { Plots } from "./plots";
import { decode, type Said, type SceneMessage, type Settings } from "./protocol";
import { Readout } from "./readout";
import { droppedFiles, droppedMessage, openFilter, type Dropped } from "./drop";
import { builtin, builtinMessage, type LoadMessage } from "./scenes";
import { changedSettings, readShare, writeShare } from "./share";
import { Theme } from "./theme";
import { addToolButtons, tools, type Tool } from "./tools";
import { View } from "./view";

const find = <T extends Element = HTMLElement>(selector: string): T => document.querySelector<T>(selector)!;
let backend: Backend | null = null;
let scene: SceneMessage | null = null;
let original: Partial<Settings> = {}; // the scene's own
let settings: Settings[] = [];
let isPlaying = true;
/** What a link needs to bring the scene back; null if another page loaded it. */
type Origin = { scene: string } | { load: LoadMessage } | null;
let origin: Origin = null;
let asked: Origin = null; // of the scene that this page is loading
const largestMessage = 1 << 20; // bytes, to the native engine

const theme = new Theme();
theme.set("system");
const canvas = find<HTMLCanvasElement>("#canvas");
const view = new View(canvas, theme);
const plots = new Plots(find("#plots"), theme);
const readout = new Readout(view, plots, send);
const legends = new Legends(view);
const controls = new Controls(canvas, view, send);
const recorder = new Recorder(canvas, (isRecording) => {
  panel.showRecording(isRecording);
  document.body.classList.toggle("recording", isRecording);
});
const fileInput = find<HTMLInputElement>("#file");
fileInput.accept = openFilter;
const panel = new Panel(find("#panel"), view, controls, theme, {
  send, loadBuiltin, openGallery,
  openFile: () => fileInput.click(),
  screenshot: () => screenshot(view, name()),
  record: () => recorder.toggle(name()),
  share: () => void share(),
  togglePlots: (isShown) => (find("#plots").hidden = !isShown),
});

function send(message: object): void {
  backend?.send(message);
}
const name = (): string => scene?.name ?? "tensio";

let hiding = 0;
function say(text: string, kind: "error" | "note" = "error"): void {
  const box = find("#message");
  box.textContent = text;
  box.className = kind;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = window.setTimeout(() => (box.hidden = true), kind === "error" ? 12_000 : 5000);
}
find("#message").onclick = () => (find("#message").hidden = true);

/** Shows an exception of the page itself, the first time only: there may be one per frame. */
let isReported = false;
function reportOnce(error: unknown): void {
  if (isReported) return;
  isReported = true;
  console.error(error);
  say(`Something went wrong in the page: ${error instanceof Error ? error.message : String(error)}`);
}

function listen(message: string | ArrayBuffer): void {
  try {
    take(message);
  } catch (error) {
    reportOnce(error);
  }
}
function take(message: string | ArrayBuffer): void {
  if (typeof message === "string") return hear(JSON.parse(message) as Said);
  const decoded = decode(message);
  if (decoded.kind === "topology") return view.setTopology(decoded);
  if (view.setFrame(decoded)) readout.add(decoded);
}

function hear(said: Said): void {
  switch (said.type) {
    case "scene": return showScene(said);
    case "settings":
      settings = said.settings;
      panel.showSettings(said.settings);
      readout.showLanes(said.settings);
      return showPlaying(said.playing, said.speed);
    case "colliders": return view.showColliders(said.colliders);
    case "grabbed": return controls.grabbed(said.point);
    case "missed": return controls.missed();
    case "vertex": return readout.showVertex(said);
    case "error":
      asked = null;
      return say(said.message);
    case "note": return say(said.message, said.type);
  }
}

function showScene(said: SceneMessage): void {
  if (said.load !== scene?.load) {
    original = said.settings[0] ?? {};
    origin = asked ?? (said.builtin ? { scene: said.name } : null);
    asked = null;
    if (said.warnings.length > 0) say(said.warnings.join("; "), "note");
  }
  scene = said;
  settings = said.settings;
  view.showScene(said);
  panel.showScene(said);
  readout.showScene(said);
  readout.showLanes(said.settings);
  document.title = `${said.name} – tensio`;
  showPlaying(said.playing, said.speed);
}

function showPlaying(playing: boolean, speed: number): void {
  isPlaying = playing;
  const button = find("#play");
  button.textContent = playing ? "❚❚" : "▶";
  button.setAttribute("aria-label", playing ? "Pause" : "Play");
  find<HTMLSelectElement>("#speed").value = String(speed);
}

function load(message: LoadMessage, from: Origin = { load: message }): void {
  const size = JSON.stringify(message).length;
  if (backend?.name === "native" && size > largestMessage)
    return say(`The scene is too large to send (${(size / largestMessage).toFixed(1)} MB of at most 1 MB). Run tensio view with its file instead.`);
  asked = from;
  send(message);
}
function loadBuiltin(scene: string): void {
  load(builtinMessage(scene), { scene });
}
function loadFiles(files: Promise<Dropped[]>): void {
  files.then(droppedMessage).then(load, (error: unknown) => say(error instanceof Error ? error.message : String(error)));
}
function openGallery(): void {
  dialogs.openGallery(loadBuiltin, () => fileInput.click());
}

async function share(): Promise<void> {
  try {
    location.hash = await writeShare({
      ...origin,
      set: changedSettings(settings[0] ?? {}, original),
      camera: { eye: view.camera.position.toArray(), target: view.target.toArray() },
      strain: view.options.strain,
    });
  } catch (error) {
    return say(error instanceof Error ? error.message : String(error));
  }
  // Only pages from this machine or https have a clipboard, and a browser may deny it.
  const isCopied = await (navigator.clipboard?.writeText(location.href) ?? Promise.reject()).then(() => true, () => false);
  say(`${isCopied ? "Link copied." : "The link is in the address bar."}${origin ? "" : " It holds the settings only: send the scene's file along."}`, "note");
}

const toolKeys = (Object.keys(tools) as Tool[]).map((tool): [string, () => void] =>
  [tools[tool].key.toLowerCase(), () => controls.setTool(controls.tool === tool ? "grab" : tool)]);
const actions: Record<string, () => void> = {
  ...Object.fromEntries(toolKeys),
  " ": () => send({ type: "play", playing: !isPlaying }),
  ArrowRight: () => send({ type: "step", count: 1 }),
  ArrowLeft: () => send({ type: "step", count: -1 }),
  r: () => send({ type: "reset" }),
  b: () => controls.throwBall(),
  p: () => controls.pinHere(),
  Escape: () => {
    controls.setTool("grab");
    readout.forgetVertex();
  },
  s: () => panel.toggle("strain"),
  w: () => panel.toggle("wireframe"),
  n: () => panel.toggle("normals"),
  x: () => panel.toggle("contacts"),
  h: () => view.goHome(),
  g: openGallery,
  "+": () => controls.zoom(0.9),
  "-": () => controls.zoom(1 / 0.9),
  F1: dialogs.openHelp,
  "?": dialogs.openHelp,
};
const turn = 0.1; // rad per key
const shifted: Record<string, () => void> = {
  ArrowLeft: () => controls.orbit(-turn, 0), ArrowRight: () => controls.orbit(turn, 0),
  ArrowUp: () => controls.orbit(0, -turn), ArrowDown: () => controls.orbit(0, turn),
};
addEventListener("keydown", (event) => {
  const at = event.target;
  const isTyping = at instanceof HTMLElement && at.matches("select, input:not([type=checkbox])") && at.id !== "scrub";
  const isPressing = at instanceof HTMLButtonElement && event.key === " ";
  if ((isTyping && event.key !== "F1") || isPressing || event.ctrlKey || event.metaKey || event.altKey || dialogs.isOpen()) return;
  const action = (event.shiftKey && shifted[event.key]) || actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

for (const [button, key] of [["play", " "], ["step", "ArrowRight"], ["back", "ArrowLeft"], ["reset", "r"], ["ball", "b"], ["gallery", "g"], ["help", "F1"]] as const)
  find(`#${button}`).onclick = actions[key]!;
const toolButtons = addToolButtons(find("#tools"), (tool) => controls.setTool(tool));
controls.onTool = (now) => {
  for (const [tool, button] of Object.entries(toolButtons)) button.ariaPressed = String(tool === now);
};
controls.setTool("grab");
controls.onGrab = () => welcomed();
find<HTMLInputElement>("#scrub").oninput = (event) => send({ type: "seek", frame: Number((event.target as HTMLInputElement).value) });
find<HTMLSelectElement>("#speed").onchange = (event) => send({ type: "play", speed: Number((event.target as HTMLSelectElement).value) });
// After a click or a choice, keys go to the picture again; keyboard users keep their focus.
addEventListener("pointerup", (event) => {
  const at = event.target;
  if (at instanceof HTMLElement && at.closest("#tools button, #bar button")) canvas.focus();
});
find("#speed").addEventListener("change", () => canvas.focus());
fileInput.onchange = () => {
  loadFiles(Promise.resolve([...(fileInput.files ?? [])].map((file) => ({ path: file.name, file }))));
  fileInput.value = "";
};
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (event.dataTransfer) loadFiles(droppedFiles(event.dataTransfer));
});

// Without storage the hint shows every time.
function isWelcomed(): boolean {
  try {
    return localStorage.getItem("tensio-welcomed") !== null;
  } catch {
    return false;
  }
}
function welcomed(): void {
  find("#hint").hidden = true;
  try {
    localStorage.setItem("tensio-welcomed", "yes");
  } catch {
    // shown again next time
  }
}
find("#hint").hidden = isWelcomed();
find("#hint-close").onclick = welcomed;

async function begin(): Promise<void> {
  const shared = await readShare(location.hash, (scene) => builtin.has(scene));
  const isForced = new URLSearchParams(location.search).get("engine") === "wasm";
  if (location.protocol.startsWith("http") && !isForced)
    backend = await connect(`ws://${location.host}/session`, listen, tellConnection).catch(() => null);
  const isAlone = !backend;
  backend ??= startWorker(listen, say);
  find("#engine").textContent = `${backend.name} engine`;
  if (shared.load) load(shared.load);
  else if (shared.scene || isAlone) loadBuiltin(shared.scene ?? "cloth");
  if (shared.set) send({ type: "set", lane: 0, fields: shared.set });
  if (shared.strain) panel.toggle("strain");
  if (shared.camera) atFirstScene = () => view.setCamera(shared.camera!.eye, shared.camera!.target);
}
let atFirstScene: (() => void) | null = null;

function tellConnection(isThere: boolean): void {
  if (isThere) say("Connected again.", "note");
  else say("Connection lost. Retrying… (restart tensio view)");
  if (isThere) panel.tellShow();
}

// For tests and the console.
Object.assign(window, { tensio: { view, send, controls, get settings() { return settings; }, get scene() { return scene; } } });
void begin();
const draw = (): void => {
  requestAnimationFrame(draw); // first, so that no exception ends the loop
  try {
    if (atFirstScene && view.frame()) {
      atFirstScene();
      atFirstScene = null;
    }
    readout.show();
    view.draw();
    legends.show();
  } catch (error) {
    reportOnce(error);
  }
};
draw();
