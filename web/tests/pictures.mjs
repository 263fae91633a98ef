// npm run pictures: retakes the pictures of docs/viewer.md. Build first: scripts/web. Needs ffmpeg.
import { execFileSync } from "node:child_process";
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { asker, launch } from "./browser_page.mjs";
import { page as viewer } from "./server.mjs";

const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tensio-"));
const browser = await launch();
const wanted = process.argv.slice(2);

async function picture(name, scheme, scene, act) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: scheme });
  page.setDefaultTimeout(120_000);
  page.on("pageerror", (error) => console.error(name, error.message));
  await page.addInitScript(() => localStorage.setItem("tensio-welcomed", "yes"));
  await page.goto(`${pathToFileURL(viewer).href}#scene=${scene}`);
  const { ask, until } = asker(page);
  await until("t.scene.name === value", scene);
  const tell = (message) => page.evaluate((m) => window.tensio.send(m), message);
  /** Goes on to a frame, and stays there. */
  const advanceTo = async (frame) => {
    await tell({ type: "play", playing: true });
    await until("frame.frame >= value", frame);
    await tell({ type: "play", playing: false });
    await until("frame.isPaused");
  };
  await act({ page, ask, until, tell, advanceTo });
  await page.evaluate(() => {
    window.tensio.view.options.quality = "high";
    window.tensio.view.setQuality();
  });
  await page.waitForTimeout(3000);
  const raw = join(folder, `${name}.png`), out = join(images, `viewer-${name}.png`);
  await page.screenshot({ path: raw });
  await page.close();
  execFileSync("ffmpeg", ["-loglevel", "error", "-y", "-i", raw, "-vf",
    "scale=1040:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=256:stats_mode=single[p];[b][p]paletteuse=dither=bayer:bayer_scale=4", out]);
  console.log(`${out}: ${(statSync(out).size / 1000).toFixed(0)} kB`);
}

await picture("gallery", "light", "cloth", async ({ page, advanceTo }) => {
  await advanceTo(60);
  await page.keyboard.press("g");
});
await picture("strain", "dark", "cloth", async ({ page, advanceTo }) => {
  await page.keyboard.press("s");
  await page.evaluate(() => (window.tensio.view.options.strainRange = 0.1));
  await advanceTo(40);
});
await picture("contacts", "light", "sheets", async ({ page, tell, advanceTo }) => {
  await page.keyboard.press("x");
  await tell({ type: "set", lane: 0, fields: { verify: "frame" } });
  await advanceTo(60);
});
await picture("cut", "light", "curtain", async ({ page, tell, advanceTo }) => {
  await advanceTo(30);
  await page.keyboard.press("c");
  const stroke = async (points) => {
    await page.mouse.move(...points[0]);
    await page.mouse.down();
    for (const point of points.slice(1)) await page.mouse.move(...point, { steps: 6 });
  };
  await stroke([[420, 420], [500, 390], [560, 430], [640, 400]]);
  await page.mouse.up();
  await advanceTo(60);
  await tell({ type: "play", playing: false });
  await stroke([[650, 250], [720, 300], [780, 270], [840, 330]]);
});
await picture("compare", "light", "cloth", async ({ until, tell, advanceTo }) => {
  await tell({ type: "compare", on: true });
  await until("t.settings.length === 2");
  await tell({ type: "set", lane: 0, fields: { method: "ncg" } });
  await tell({ type: "set", lane: 1, fields: { iterations: 2 } });
  await advanceTo(70);
});
await picture("pull", "dark", "cloth-on-sphere", async ({ page, ask, until, advanceTo }) => {
  await advanceTo(120);
  await page.keyboard.press("Space");
  const [x, y] = await ask(`(() => {
    const v = t.view.camera.position.clone().fromArray(frame.positions, 3 * (57 * 61 + 30)).project(t.view.camera);
    return [(v.x + 1) / 2 * innerWidth, (1 - v.y) / 2 * innerHeight];
  })()`);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until("frame.hands.length === 1");
  await page.mouse.move(x - 190, y - 190, { steps: 8 });
  await page.waitForTimeout(1500);
  await page.keyboard.press("Space");
  await until("frame.isPaused");
});
await browser.close();
