// The page in Debian's Chromium, drawn without a graphics card.
import { chromium } from "playwright-core";

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"],
  });
}

/** Runs an expression with the page's own objects, its newest frame and a value. */
const run = ([text, value]) => {
  const frame = window.tensio?.view.frame();
  return frame ? new Function("t", "frame", "value", `return (${text})`)(window.tensio, frame, value) : false;
};
export const asker = (page) => ({
  ask: (expression, value) => page.evaluate(run, [expression, value]),
  until: (condition, value) => page.waitForFunction(run, [condition, value], { polling: 50 }),
});
