// The tools: buttons, keys and help follow from this table; what a tool does is in controls.ts.
interface ToolRow {
  key: string;
  label: string; // under the button
  title: string;
  help: string;
  icon: string; // SVG in a box of 24 × 24
}

export const tools = {
  grab: {
    key: "Esc", label: "pull", title: "Pull", help: "back to pulling",
    icon: '<path d="M8 12V6.5a1.5 1.5 0 0 1 3 0V11m0-5.5v-1a1.5 1.5 0 0 1 3 0V11m0-5a1.5 1.5 0 0 1 3 0v7c0 4-2 7-5.5 7S7.5 18.5 6 16l-1.800-3a1.5 1.5 0 0 1 2.600-1.5L8 13" />',
  },
  pin: {
    key: "P", label: "pin", title: "Pin and unpin", help: "pin or unpin the vertex under the pointer",
    icon: '<path d="M9 3h6l-1 6 3 3v2H7v-2l3-3zM12 14v7" />',
  },
  cut: {
    key: "C", label: "cut", title: "Cut", help: "cut: drag a stroke, or click to remove a vertex; C again to stop",
    icon: '<circle cx="6" cy="6.5" r="2.5" /><circle cx="6" cy="17.5" r="2.5" /><path d="M8 8l12 10M8 16L20 6" />',
  },
  inspect: {
    key: "I", label: "inspect", title: "Inspect a vertex", help: "inspect a vertex",
    icon: '<circle cx="10.5" cy="10.5" r="6" /><path d="M15 15l6 6" />',
  },
} satisfies Record<string, ToolRow>;
export type Tool = keyof typeof tools;

/** Puts the buttons of the tools at the beginning of a place. */
export function addToolButtons(place: HTMLElement, choose: (tool: Tool) => void): Record<Tool, HTMLButtonElement> {
  const buttons = {} as Record<Tool, HTMLButtonElement>;
  for (const [name, { key, label, title, icon }] of Object.entries(tools) as [Tool, ToolRow][]) {
    const button = document.createElement("button");
    button.id = `tool-${name}`;
    button.title = `${title} (${key})`;
    button.ariaLabel = title;
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg><span>${label}</span>`;
    button.onclick = () => choose(name);
    place.insertBefore(button, place.querySelector("#ball"));
    buttons[name] = button;
  }
  return buttons;
}
