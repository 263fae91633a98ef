import "./style.css";
import { connect, startWorker, type Backend } from "./backend";
import { Controls } from "./controls";
import { Panel } from "./panel";
import { Plots } from "./plots";
import { decode, statusNames, type Frame, type Said, type SceneMessage, type Settings } from "./protocol";
import { builtin, builtinMessage, droppedMessage, readDocument, readShare, writeShare } from "./scenes";
import { View } from "./view";

const find = <T extends Element = HTMLElement>(selector: string): T => document.querySelector<T>(selector)!;
const canvas = find<HTMLCanvasElement>("#canvas");
const view = new View(canvas);
const plots = new Plots(find("#plots"));
let backend: Backend | null = null;
let scene: SceneMessage | null = null;
let settings: Settings[] = [];
let isPlaying = true;
const send = (message: object): void => backend?.send(message);
const controls = new Controls(canvas, view, send);
const panel = new Panel(find("#panel"), view, controls, { send, loadBuiltin, openGallery, screenshot, record, share });

let hiding = 0;
function say(text: string, kind: "error" | "note" = "error"): void {
  const box = find("#message");
  box.textContent = text;
  box.className = kind;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = window.setTimeout(() => (box.hidden = true), 6000);
}

function listen(message: string | ArrayBuffer): void {
  if (typeof message === "string") return hear(JSON.parse(message) as Said);
  const decoded = decode(message);
  if (decoded.kind === "topology") return view.setTopology(decoded);
  view.setFrame(decoded);
  if (decoded.lane === 0) newest = decoded;
}

/** The newest frame in numbers; several may have come since the last picture. */
let newest: Frame | null = null;
let plotted = 0;
function showNumbers(): void {
  if (!newest) return;
  const frame = newest;
  newest = null;
  const scrub = find<HTMLInputElement>("#scrub");
  scrub.min = String(frame.firstRecorded);
  scrub.max = String(frame.lastRecorded);
  scrub.value = String(frame.frame);
  find("#time").textContent = `${frame.time.toFixed(2)} s`;
  const difference = frame.difference === null ? "" : `A–B ${frame.difference.toFixed(1)} mm · `;
  find("#numbers").textContent =
    `${difference}${frame.frameMs.toFixed(1)} ms · ${frame.iterations} it. · ${statusNames[frame.status] ?? ""}` +
    ` · strain ${(100 * frame.maxStrain).toFixed(0)} % · ${frame.contacts} contacts`;
  plots.add(frame);
  if (performance.now() - plotted < 200) return;
  plotted = performance.now();
  plots.draw();
}

function hear(said: Said): void {
  switch (said.type) {
    case "scene":
      scene = said;
      settings = said.settings;
      view.showScene(said);
      panel.showScene(said, said.name);
      find("#scene-name").textContent = `${said.name}: ${said.vertices.toLocaleString("en")} vertices, ${said.springs.toLocaleString("en")} springs`;
      find("#scene-name").title = said.description;
      return showPlaying(said.playing, said.speed);
    case "settings":
      settings = said.settings;
      panel.showSettings(said.settings);
      return showPlaying(said.playing, said.speed);
    case "colliders": return view.showColliders(said.colliders);
    case "grabbed": return controls.grabbed(said.point);
    case "missed": return controls.missed();
    case "vertex": {
      const numbers = (v: number[]) => v.map((c) => c.toFixed(3).padStart(8)).join(" ");
      const box = find("#vertex");
      box.hidden = false;
      box.textContent = `vertex ${said.vertex}${said.pinned ? ", pinned" : ""}\nposition ${numbers(said.position)} m\n` +
        `velocity ${numbers(said.velocity)} m/s\nmass ${(1000 * said.mass).toPrecision(3)} g   strain ${(100 * said.strain).toFixed(1)} %`;
      return;
    }
    case "error":
    case "note": return say(said.message, said.type);
  }
}

function showPlaying(playing: boolean, speed: number): void {
  isPlaying = playing;
  find("#play").textContent = playing ? "❚❚" : "▶";
  find<HTMLSelectElement>("#speed").value = String(speed);
}

function loadBuiltin(name: string): void {
  send(builtinMessage(name));
}

function openGallery(): void {
  const dialog = find<HTMLDialogElement>("#help");
  dialog.innerHTML = "<h2>Scenes</h2><p>Or drop a scene (.toml, .json) or a mesh (.obj, .ply, .stl) anywhere.</p>";
  const list = document.createElement("div");
  list.className = "gallery";
  for (const [name, text] of builtin) {
    const button = document.createElement("button");
    const { description } = readDocument(text, false) as { description?: string };
    button.innerHTML = `<b>${name}</b><small></small>`;
    button.querySelector("small")!.textContent = description ?? "";
    button.onclick = () => {
      dialog.close();
      loadBuiltin(name);
    };
    list.append(button);
  }
  dialog.append(list);
  dialog.showModal();
}

const keys: [string, string][] = [
  ["drag the body", "pull it"], ["drag elsewhere", "look around; right button or two fingers: move, wheel or pinch: zoom"],
  ["drag a collider", "move it"], ["P", "pin or unpin the vertex under the pointer"],
  ["C", "cut: drag a stroke; a click removes a vertex; C again ends it"], ["I", "click a vertex to read its numbers"],
  ["B", "throw a ball"], ["Space", "pause or play"], ["→ ←", "one frame on, one back"], ["R", "reset"],
  ["S", "strain colours"], ["W", "wireframe"], ["G", "gallery"], ["F1 or ?", "this help"], ["Esc", "back to pulling"],
];
function openHelp(): void {
  const dialog = find<HTMLDialogElement>("#help");
  dialog.innerHTML = `<h2>Keys</h2><table>${keys.map(([key, what]) => `<tr><td><kbd>${key}</kbd></td><td>${what}</td></tr>`).join("")}</table>
    <form method="dialog"><button>Close</button></form>`;
  dialog.showModal();
}

function download(href: string, name: string): void {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}
function screenshot(): void {
  download(view.picture(), `${scene?.name ?? "tensio"}.png`);
}
let recorder: MediaRecorder | null = null;
function record(): void {
  if (recorder) return recorder.stop();
  recorder = new MediaRecorder(canvas.captureStream(60));
  recorder.ondataavailable = (event) => download(URL.createObjectURL(event.data), `${scene?.name ?? "tensio"}.webm`);
  recorder.onstop = () => (recorder = null);
  recorder.start();
  say("recording; choose it again to stop", "note");
}
function share(): void {
  location.hash = writeShare(scene?.name ?? "cloth", settings[0] ?? {});
  void navigator.clipboard?.writeText(location.href).then(() => say("the link is copied", "note"), () => {});
}

const actions: Record<string, () => void> = {
  " ": () => send({ type: "play", playing: !isPlaying }),
  ArrowRight: () => send({ type: "step", count: 1 }),
  ArrowLeft: () => send({ type: "step", count: -1 }),
  r: () => send({ type: "reset" }),
  b: () => controls.throwBall(),
  p: () => controls.pinHere(),
  c: () => controls.setTool(controls.tool === "cut" ? "grab" : "cut"),
  i: () => controls.setTool(controls.tool === "inspect" ? "grab" : "inspect"),
  Escape: () => controls.setTool("grab"),
  s: () => find<HTMLInputElement>('#panel input[aria-label="strain colours"]')?.click(),
  w: () => find<HTMLInputElement>('#panel input[aria-label="wireframe"]')?.click(),
  g: openGallery,
  F1: openHelp,
  "?": openHelp,
};
addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches("select, input[type=text], input[type=number]");
  if ((isTyping && event.key !== "F1") || event.ctrlKey || event.metaKey || find<HTMLDialogElement>("#help").open) return;
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
find("#play").onclick = actions[" "]!;
find("#step").onclick = actions["ArrowRight"]!;
find("#back").onclick = actions["ArrowLeft"]!;
find("#reset").onclick = actions["r"]!;
find<HTMLInputElement>("#scrub").oninput = (event) => send({ type: "seek", frame: Number((event.target as HTMLInputElement).value) });
find<HTMLSelectElement>("#speed").onchange = (event) => send({ type: "play", speed: Number((event.target as HTMLSelectElement).value) });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  droppedMessage([...(event.dataTransfer?.files ?? [])]).then(send, (error: unknown) => say(String(error instanceof Error ? error.message : error)));
});

function welcome(): void {
  try {
    if (localStorage.getItem("tensio-welcomed")) return;
    find("#hint").hidden = false;
    find("#hint-close").onclick = () => {
      find("#hint").hidden = true;
      localStorage.setItem("tensio-welcomed", "yes");
    };
  } catch {
    // a page without storage
  }
}

async function begin(): Promise<void> {
  const shared = readShare(location.hash);
  const isForced = new URLSearchParams(location.search).get("engine") === "wasm";
  if (location.protocol.startsWith("http") && !isForced)
    backend = await connect(`ws://${location.host}/session`, listen, () => say("the engine has gone; start tensio view again and reload")).catch(() => null);
  if (!backend) {
    backend = startWorker(listen, say);
    loadBuiltin(shared.scene ?? "cloth");
  } else if (shared.scene) {
    loadBuiltin(shared.scene);
  }
  if (shared.set) send({ type: "set", lane: 0, fields: shared.set });
  find("#engine").textContent = `${backend.name} engine`;
}

// For tests and the curious.
Object.assign(window, { tensio: { view, send, controls, get settings() { return settings; }, get scene() { return scene; } } });
welcome();
void begin();
const draw = (): void => {
  showNumbers();
  view.draw();
  requestAnimationFrame(draw);
};
draw();
