// The page in Chromium, with both engines: what a person does, and what must come of it.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { asker, launch } from "./browser_page.mjs";
import { page as viewer, runAll, startServer } from "./server.mjs";

const small = `name = "small"
[damping]
ether = 0.2
[[body]]
kind = "grid"
vertices = [17, 17]
size = [1, 1]
mass = 0.1
position = [0, 1, 0]
rotation = { axis = [1, 0, 0], degrees = 90 }
[[body.pin]]
edge = "back"
[view]
eye = [0, 1, 2.2]
target = [0, 1, 0]
`;
/** A sheet on another on the ground. */
const lying = `name = "lying"
[contact]
method = "planes"
thickness = 0.004
[[body]]
kind = "grid"
vertices = [13, 13]
size = [0.6, 0.6]
mass = 0.1
position = [0, 0.003, 0]
[[body]]
kind = "grid"
vertices = [13, 13]
size = [0.6, 0.6]
mass = 0.1
position = [0.02, 0.008, 0.03]
[[collider]]
kind = "plane"
`;
/** A sheet that is shot at another, faster than forces stop it. */
const shot = `${lying.replace('"lying"', '"shot"').replace("0.008, 0.03]", "0.3, 0.03]\nvelocity = [0, -30, 0]")}
[time]
substeps = 1
`;
const scene = join(mkdtempSync(join(tmpdir(), "tensio-")), "small.toml");
writeFileSync(scene, small);
const server = await startServer(scene);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
page.setDefaultTimeout(30_000);
const problems = [];
page.on("pageerror", (error) => problems.push(error.message));

const { ask, until } = asker(page);

/** Where a vertex is on the screen. */
const screen = (vertex) => ask(`(() => {
  const v = t.view.camera.position.clone().fromArray(frame.positions, 3 * value);
  v.project(t.view.camera);
  return [(v.x + 1) / 2 * innerWidth, (1 - v.y) / 2 * innerHeight];
})()`, vertex);
/** Connected pieces of the surface. */
const pieces = () => ask(`(() => {
  const { triangles, points: vertices } = t.view.lanes[0].topology.seen;
  const root = Array.from({ length: vertices }, (_, i) => i);
  const find = (i) => { while (root[i] !== i) i = root[i] = root[root[i]]; return i; };
  for (let i = 0; i < triangles.length; i += 3) for (const j of [1, 2]) root[find(triangles[i])] = find(triangles[i + j]);
  return new Set([...triangles].map(find)).size;
})()`);
const middle = 8 * 17 + 8;
async function drag(from, to, steps = 8) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await until("t.controls.drag?.kind !== 'asking'"); // the engine says what is there
  await page.mouse.move(...to, { steps });
}
/** Waits until a vertex is seen near a place of the screen. */
async function arrives(vertex, goal) {
  let now = [NaN, NaN];
  for (let i = 0; i < 100; ++i) {
    now = await screen(vertex);
    if (Math.hypot(now[0] - goal[0], now[1] - goal[1]) < 20) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`the vertex is at ${now}, not at ${goal}`);
}
/** Restarts the scene and lets it move. */
async function fresh() {
  await page.mouse.up();
  await page.keyboard.press("Escape");
  const tell = (message) => page.evaluate((m) => window.tensio.send(m), message);
  await tell({ type: "play", playing: false, speed: 1 });
  await tell({ type: "reset" });
  await until("frame.frame === 0 && frame.isPaused");
  await tell({ type: "play", playing: true });
  await until("frame.frame > 0 && !frame.isPaused");
}
const drop = (name, text) => page.evaluate(([file, content]) => {
  const data = new DataTransfer();
  data.items.add(new File([content], file));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
}, [name, text]);

const checks = (engine, url) => [
  [`${engine}: the page loads and the cloth moves`, async () => {
    await page.goto(url);
    if (engine === "WebAssembly") {
      await until("t.scene");
      await drop("small.toml", small);
    }
    await until("t.scene.name === 'small' && frame.frame > 10 && frame.positions.length === 3 * 289");
    assert.equal(await page.locator("#engine").textContent(), `${engine} engine`);
    await page.locator("#hint-close").click();
    const before = await ask("frame.time");
    await until("frame.time > value", before);
  }],
  [`${engine}: a grabbed vertex comes to the cursor`, async () => {
    await fresh();
    const start = await screen(middle);
    await page.evaluate(() => (window.tensio.controls.pull.stiffness = 2000));
    const goal = [start[0] + 70, start[1] - 40];
    await drag(start, goal);
    await until("frame.hands.length === 1");
    await arrives(middle, goal);
    await page.mouse.up();
    await until("frame.hands.length === 0");
  }],
  [`${engine}: a hard drag takes the vertex along, and lets go of it`, async () => {
    await fresh();
    const start = await screen(middle);
    await page.evaluate(() => (window.tensio.controls.pull.hard = true));
    await drag(start, [start[0] - 50, start[1] - 30]);
    await until("t.view.lanes[0].topology.pins.length === 18");
    await arrives(middle, [start[0] - 50, start[1] - 30]);
    await page.mouse.up();
    await until("t.view.lanes[0].topology.pins.length === 17");
    await page.evaluate(() => (window.tensio.controls.pull.hard = false));
  }],
  [`${engine}: a drag beside the body looks around`, async () => {
    const eye = await ask("t.view.camera.position.toArray()");
    await drag([110, 400], [170, 380]);
    await page.mouse.up();
    const after = await ask("t.view.camera.position.toArray()");
    assert.ok(Math.hypot(...eye.map((c, i) => c - after[i])) > 0.1);
    assert.equal(await ask("frame.hands.length"), 0);
    await page.evaluate(() => window.tensio.view.camera.position.set(0, 1, 2.2));
    await page.evaluate(() => window.tensio.view.redraw());
    await page.waitForTimeout(200);
  }],
  [`${engine}: a stroke cuts the cloth in two`, async () => {
    await fresh();
    assert.equal(await pieces(), 1);
    const left = await screen(8 * 17), right = await screen(8 * 17 + 16);
    await page.keyboard.press("c");
    await drag([left[0] - 30, left[1]], [right[0] + 30, right[1]], 12);
    await page.mouse.up();
    await until("frame.positions.length > 3 * 289");
    assert.equal(await pieces(), 2);
    await page.keyboard.press("c");
  }],
  [`${engine}: a click with the cutter removes a vertex`, async () => {
    await fresh();
    const triangles = await ask("t.view.lanes[0].topology.seen.triangles.length / 3");
    await page.keyboard.press("c");
    await page.mouse.click(...(await screen(middle)));
    await until("t.view.lanes[0].topology.seen.triangles.length / 3 === value", triangles - 4);
    await page.keyboard.press("c");
  }],
  [`${engine}: P pins and unpins`, async () => {
    await fresh();
    await page.keyboard.press("Space");
    await until("frame.isPaused");
    const pins = await ask("t.view.lanes[0].topology.pins.length");
    await page.mouse.move(...(await screen(middle)));
    await page.keyboard.press("p");
    await until("t.view.lanes[0].topology.pins.length === value", pins + 1);
    await page.mouse.move(...(await screen(middle)));
    await page.keyboard.press("p");
    await until("t.view.lanes[0].topology.pins.length === value", pins);
  }],
  [`${engine}: pause, step, back, scrub and reset`, async () => {
    await fresh();
    await until("frame.frame > 15");
    await page.keyboard.press("Space");
    await until("frame.isPaused");
    const at = await ask("frame.frame");
    await page.keyboard.press("ArrowRight");
    await until("frame.frame === value", at + 1);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await until("frame.frame === value", at - 1);
    await page.locator("#scrub").fill("3");
    await until("frame.frame === 3");
    await page.locator("#play").click();
    await until("!frame.isPaused && frame.frame > 10");
    await page.locator("#play").click();
    await until("frame.isPaused");
    await page.locator("#reset").click();
    await until("frame.frame === 0");
  }],
  [`${engine}: solvers are switched while it moves`, async () => {
    await fresh();
    if (await page.locator("#panel .root.closed").count()) await page.locator("#panel .root > .title").click();
    await page.locator('#panel select[aria-label="minimiser"]').selectOption("newton-cg");
    await page.locator('#panel select[aria-label="integrator"]').selectOption("bdf2");
    await until("t.settings[0].method === 'newton-cg' && t.settings[0].scheme === 'bdf2'");
    const at = await ask("frame.frame");
    await until("frame.frame > value + 5", at);
  }],
  [`${engine}: the fabric is changed while it moves, and back to the scene's own`, async () => {
    await fresh();
    const fabric = page.locator('#panel select[aria-label="fabric"]');
    await fabric.selectOption("denim");
    await until("t.settings[0].fabric === 'denim'");
    const at = await ask("frame.frame");
    await until("frame.frame > value + 30", at);
    await fabric.selectOption("the scene's own");
    await until("t.settings[0].fabric === '' && frame.frame < value", at + 20);
  }],
  [`${engine}: two solvers side by side, with their difference`, async () => {
    await page.locator('#panel input[aria-label="Two solvers side by side"]').click();
    await until("t.settings.length === 2 && t.view.frame(1)");
    await page.evaluate(() => window.tensio.send({ type: "set", lane: 1, fields: { method: "local-global", iterations: 1 } }));
    await until("frame.difference !== null && frame.difference > 0.1");
    await until("document.querySelector('#difference').textContent.includes('mm')");
    await page.locator('#panel input[aria-label="Two solvers side by side"]').click();
    await until("t.settings.length === 1");
  }],
  [`${engine}: the wind blows the cloth back`, async () => {
    await fresh();
    await page.locator('#panel input[aria-label="speed, m/s"]').fill("12");
    await page.keyboard.press("Enter");
    await until("t.settings[0].wind[2] === -12 && t.settings[0].air === 1.2");
    await until("frame.positions[3 * value + 2] < -0.15", middle);
    await page.locator('#panel input[aria-label="speed, m/s"]').fill("0");
    await page.keyboard.press("Enter");
    await until("t.settings[0].wind[2] === 0");
  }],
  [`${engine}: strain, contacts and a vertex are shown in numbers`, async () => {
    await fresh();
    await page.locator("#canvas").focus();
    await page.keyboard.press("s");
    await page.keyboard.press("x");
    await until("frame.strains !== null && frame.touching !== null");
    assert.match(await page.locator("#legend").textContent(), /−10.*0.*\+10/);
    await page.keyboard.press("s");
    await page.keyboard.press("x");
    await page.keyboard.press("i");
    const [corner, inside] = [await screen(0), await screen(18)]; // its cell's other corner
    await page.mouse.click(0.8 * corner[0] + 0.2 * inside[0], 0.8 * corner[1] + 0.2 * inside[1]);
    await until("document.querySelector('#vertex-numbers').textContent.includes('vertex 0, pinned')");
    await page.keyboard.press("Escape");
    assert.ok(await page.locator("#vertex").isHidden());
  }],
  [`${engine}: contacts are coloured by their force, and counted in words`, async () => {
    await drop("lying.toml", lying);
    await until("t.scene.name === 'lying' && frame.frame > 60");
    await until("document.querySelector('#contact').textContent.match(/^[\\d,]+ contacts · least gap [\\d.]+ mm · crossings not checked/)");
    await page.evaluate(() => window.tensio.send({ type: "set", lane: 0, fields: { verify: "frame" } }));
    await until("document.querySelector('#contact').textContent.includes('0 crossings')");
    await page.locator("#canvas").focus();
    await page.keyboard.press("x");
    await until("frame.touching?.points.length > 100");
    const weight = 2 * 0.1 * 9.81;
    const pressed = await ask("frame.touching.forces.reduce((sum, force) => sum + force, 0)");
    assert.ok(Math.abs(pressed / (2 * weight) - 1) < 0.05, `${pressed} N: twice the weight, as what lies between counts twice`);
    await until("/^contact force per vertex, m?N/.test(document.querySelector('#force-legend').textContent)");
    await page.keyboard.press("Space");
    await until("frame.isPaused");
    // What touches has the legend's colours, all else is grey.
    const painted = await ask(`(() => {
      const colours = t.view.lanes[0].cloth.getAttribute("color").array;
      const isGrey = (i) => Math.max(...colours.slice(3 * i, 3 * i + 3)) - Math.min(...colours.slice(3 * i, 3 * i + 3)) < 0.1;
      const touches = new Set(frame.touching.points);
      return Array.from({ length: frame.positions.length / 3 }, (_, i) => isGrey(i) !== touches.has(i)).every(Boolean);
    })()`);
    assert.ok(painted);
    await page.keyboard.press("x");
    await until("frame.touching === null && document.querySelector('#force-legend').hidden");
    await drop("small.toml", small);
    await until("t.scene.name === 'small' && frame.positions.length === 3 * 289");
    await page.keyboard.press("Space");
    await until("!frame.isPaused");
  }],
  [`${engine}: what a plane holds back is marked`, async () => {
    await drop("shot.toml", shot);
    await until("t.scene.name === 'shot'");
    await page.keyboard.press("x");
    await page.evaluate(() => ["play", "reset"].forEach((type) => window.tensio.send({ type, playing: false })));
    await until("frame.frame === 0 && frame.isPaused && frame.touching");
    for (let i = 1; i <= 20 && !(await ask("frame.limited")); ++i) {
      await page.evaluate(() => window.tensio.send({ type: "step", count: 1 }));
      await until("frame.frame === value", i);
    }
    const count = await ask("frame.limited");
    assert.ok(count > 0);
    assert.deepEqual(await ask("(t.view.redraw(), t.view.draw(), [t.view.lanes[0].limited.visible, t.view.lanes[0].limited.geometry.index.count])"), [true, count]);
    await until("document.querySelector('#contact').textContent.endsWith(`${value} limited`)", count);
    await page.keyboard.press("x");
    await drop("small.toml", small);
    await until("t.scene.name === 'small' && frame.positions.length === 3 * 289 && !frame.touching");
  }],
  [`${engine}: a ball pushes the cloth`, async () => {
    await fresh();
    await page.mouse.move(...(await screen(middle)));
    // It touches the cloth for a moment only: look at every frame.
    await page.evaluate(() => {
      const { view } = window.tensio;
      const show = view.setFrame.bind(view);
      window.touched = 0;
      view.setFrame = (frame) => {
        window.touched = Math.max(window.touched, frame.contacts);
        show(frame);
      };
    });
    await page.keyboard.press("b");
    await until("frame.colliders.length === 3 && window.touched > 0");
  }],
  [`${engine}: a dropped scene loads`, async () => {
    await drop("other.toml", small.replace('"small"', '"other"').replace("[17, 17]", "[9, 9]"));
    await until("t.scene.name === 'other' && frame.positions.length === 3 * 81");
  }],
  [`${engine}: a collider is dragged`, async () => {
    await drop("stone.toml", `${small.replace('"small"', '"stone"')}[[collider]]\nkind = "sphere"\ncenter = [-0.1, 0.8, 0.5]\nradius = 0.15\n`);
    await until("t.scene.name === 'stone' && frame.colliders.length === 3");
    const at = await ask(`(() => {
      const v = t.view.camera.position.clone().set(-0.1, 0.8, 0.65).project(t.view.camera);
      return [(v.x + 1) / 2 * innerWidth, (1 - v.y) / 2 * innerHeight];
    })()`);
    await drag(at, [at[0] + 60, at[1]]);
    await until("frame.colliders[0] > 0.1");
    await page.mouse.up();
  }],
  [`${engine}: a link holds what was changed`, async () => {
    await page.evaluate(() => window.tensio.send({ type: "set", lane: 0, fields: { iterations: 7 } }));
    await until("t.settings[0].iterations === 7");
    await page.locator("#panel .title", { hasText: "Keep" }).click();
    await page.locator("#panel button", { hasText: "Copy a link" }).click();
    await until("location.hash.includes('iterations') && location.hash.includes('load=')");
    await page.reload();
    await until("t.scene.name === 'stone' && t.settings[0].iterations === 7 && frame.frame > 2");
    await page.evaluate(() => (location.hash = ""));
  }],
  [`${engine}: a scene is chosen in the gallery`, async () => {
    await page.locator("#canvas").focus();
    await page.keyboard.press("g");
    assert.ok((await page.locator(".gallery img").count()) >= 7);
    await page.locator(".gallery button", { hasText: "hanging-chain" }).click();
    await until("t.scene.name === 'hanging-chain' && frame.frame > 2");
    await drop("other.toml", small.replace('"small"', '"other"'));
    await until("t.scene.name === 'other'");
  }],
  [`${engine}: scenes are switched while frames are on their way`, async () => {
    await page.evaluate(async () => {
      const { send } = window.tensio;
      for (let i = 0; i < 60; ++i) {
        const body = [{ kind: "grid", vertices: [3 + (7 * i) % 11, 4 + (5 * i) % 13], pin: [{ edge: "back" }] }];
        send({ type: "load", document: { name: `switch ${i}`, body }, files: {} });
        await new Promise((resolve) => setTimeout(resolve, (3 * i) % 40));
      }
    });
    await until("t.scene.name === 'switch 59' && frame.frame > 5");
    assert.deepEqual(problems, []);
    assert.ok(await page.locator("#message").isHidden());
    await drop("other.toml", small.replace('"small"', '"other"'));
    await until("t.scene.name === 'other' && frame.positions.length === 3 * 289");
  }],
  [`${engine}: an exception while drawing is shown and the page goes on`, async () => {
    await page.evaluate(() => {
      const { view } = window.tensio;
      const draw = view.draw;
      view.draw = () => {
        view.draw = draw;
        throw new Error("on purpose");
      };
    });
    await until("document.querySelector('#message').textContent.includes('on purpose')");
    const pictures = await ask("(t.view.spare = () => (window.pictures = (window.pictures ?? 0) + 1), 0)");
    await until("window.pictures > value + 3", pictures);
  }],
  [`${engine}: a broken scene shows its error and the old one goes on`, async () => {
    const before = await ask("frame.frame");
    await drop("broken.toml", small.replace('kind = "grid"', 'kind = "gird"'));
    await until("document.querySelector('#message').textContent.includes('gird')");
    await until("t.scene.name === 'other' && frame.frame > value", before);
    assert.deepEqual(problems, []);
  }],
];

const nativeChecks = [
  ["native: a scene file is reloaded when it changes", async () => {
    writeFileSync(scene, small.replace('"small"', '"changed"'));
    await until("t.scene.name === 'changed' && frame.frame > 2");
    writeFileSync(scene, small.replace("mass = 0.1", "mass = -1"));
    await until("document.querySelector('#message').textContent.includes('mass')");
    await until("t.scene.name === 'changed' && !frame.isPaused");
  }],
  ["every control has a name, and all fit on a laptop's screen", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select")]
      .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim())).map((e) => e.outerHTML));
    assert.deepEqual(nameless, []);
    const boxes = await page.evaluate(() => Object.fromEntries(["tools", "panel", "plots", "bar", "title"].map((id) => {
      const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
      return [id, { left, top, right, bottom }];
    })));
    for (const [a, p] of Object.entries(boxes)) {
      assert.ok(p.left >= 0 && p.top >= 0 && p.right <= 1280 && p.bottom <= 720, `${a} is on the screen`);
      for (const [b, q] of Object.entries(boxes))
        assert.ok(a === b || p.right <= q.left || q.right <= p.left || p.bottom <= q.top || q.bottom <= p.top, `${a} hides ${b}`);
    }
    await page.setViewportSize({ width: 640, height: 480 });
  }],
];

await runAll([...checks("native", server.url), ...nativeChecks, ...checks("WebAssembly", pathToFileURL(viewer).href)]);
await browser.close();
server.stop();
setTimeout(() => process.exit(), 500);
