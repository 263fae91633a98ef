// Dark or light, as the system says or as the user chose.

export type ThemeChoice = "system" | "light" | "dark";

export interface Palette {
  paper: number;
  ground: number;
  grid: number;
  sky: number;
  earth: number;
}

const palettes: Record<"light" | "dark", Palette> = {
  light: { paper: 0xe9e6df, ground: 0xdcd7cd, grid: 0xb9b2a5, sky: 0xffffff, earth: 0xc9b8a0 },
  dark: { paper: 0x17181d, ground: 0x24262d, grid: 0x3d414c, sky: 0xc4d3ee, earth: 0x4a4440 },
};

const system = matchMedia("(prefers-color-scheme: dark)");

export class Theme {
  choice: ThemeChoice = "system";
  private readonly listeners: (() => void)[] = [];

  constructor() {
    system.addEventListener("change", () => this.set(this.choice));
  }
  get isDark(): boolean {
    return this.choice === "system" ? system.matches : this.choice === "dark";
  }
  get palette(): Palette {
    return palettes[this.isDark ? "dark" : "light"];
  }
  set(choice: ThemeChoice): void {
    this.choice = choice;
    document.documentElement.dataset["theme"] = this.isDark ? "dark" : "light";
    for (const listener of this.listeners) listener();
  }
  /** Calls it now, and whenever the colours change. */
  follow(listener: () => void): void {
    this.listeners.push(listener);
    listener();
  }
}
