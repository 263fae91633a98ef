// The gallery and the help.
import { openable } from "./drop";
import { builtin, readDocument, thumbnail } from "./scenes";
import { tools } from "./tools";

const dialog = document.querySelector<HTMLDialogElement>("#dialog")!;
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // on the backdrop

export const isOpen = (): boolean => dialog.open;

function open(title: string, ...content: HTMLElement[]): void {
  const heading = document.createElement("h2");
  heading.textContent = title;
  const close = document.createElement("button");
  close.className = "close";
  close.textContent = "✕";
  close.setAttribute("aria-label", "Close");
  close.onclick = () => dialog.close();
  dialog.setAttribute("aria-label", title);
  dialog.replaceChildren(heading, close, ...content);
  dialog.showModal();
}

export function openGallery(load: (name: string) => void, openFile: () => void): void {
  const list = document.createElement("div");
  list.className = "gallery";
  for (const [name, text] of builtin) {
    const { description } = readDocument(text, false) as { description?: string };
    const card = document.createElement("button");
    const picture = document.createElement("img");
    picture.alt = "";
    picture.src = thumbnail(name) ?? "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
    const label = document.createElement("b");
    label.textContent = name;
    const small = document.createElement("small");
    small.textContent = description ?? "";
    card.append(picture, label, small);
    card.onclick = () => {
      dialog.close();
      load(name);
    };
    list.append(card);
  }
  const more = document.createElement("p");
  more.textContent = `Drop ${openable} anywhere on the page, or `;
  const file = document.createElement("button");
  file.className = "plain";
  file.textContent = "open a file…";
  file.onclick = () => {
    dialog.close();
    openFile();
  };
  more.append(file);
  open("Scenes", list, more);
}

const groups: [string, [string, string][]][] = [
  ["Pointer", [
    ["drag the body", "pull"],
    ["drag an obstacle", "move it"],
    ["drag the background", "look around"],
    ["right drag, two fingers", "pan"],
    ["wheel, pinch", "zoom"],
  ]],
  ["Tools", [
    ...Object.values(tools).map(({ key, help }): [string, string] => [key, help]),
    ["B", "throw a ball towards the pointer"],
  ]],
  ["Time", [
    ["Space", "pause or play"],
    ["→", "one frame forward"],
    ["←", "one frame back"],
    ["R", "restart"],
  ]],
  ["Picture", [
    ["S", "strain colours"],
    ["W", "wireframe"],
    ["N", "normals"],
    ["X", "contacts and their forces"],
    ["H", "reset the camera"],
    ["Shift + arrows", "look around"],
    ["+ −", "zoom"],
    ["G", "scenes"],
    ["F1 or ?", "this help"],
  ]],
];

export function openHelp(): void {
  const columns = document.createElement("div");
  columns.className = "keys";
  for (const [title, rows] of groups) {
    const group = document.createElement("section");
    const heading = document.createElement("h3");
    heading.textContent = title;
    const list = document.createElement("dl");
    for (const [key, what] of rows) {
      const term = document.createElement("dt");
      term.append(Object.assign(document.createElement("kbd"), { textContent: key }));
      list.append(term, Object.assign(document.createElement("dd"), { textContent: what }));
    }
    group.append(heading, list);
    columns.append(group);
  }
  open("Keys", columns);
}
