// One HTML file with everything in it: scripts, styles, scenes, and the engine as compressed WebAssembly.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const engine = fileURLToPath(new URL("../build/wasm/tensio.wasm", import.meta.url));
const packed = (content: string | Uint8Array): string => gzipSync(content, { level: 9 }).toString("base64");

/** `import engine from "virtual:engine"`: the module, gzipped, in base64. */
function engineModule(): Plugin {
  return {
    name: "engine",
    resolveId: (id) => (id === "virtual:engine" ? "\0engine" : null),
    load: (id) =>
      id === "\0engine" ? `export default "${packed(readFileSync(engine))}"` : null,
  };
}

/** Caches of points in base64, first byte of each number first, then their second bytes …: compressed, half the size. */
function caches(): Plugin {
  return {
    name: "caches",
    enforce: "pre",
    load: (id) => {
      if (!id.endsWith(".pc2")) return null;
      const bytes = readFileSync(id);
      const count = bytes.length / 4;
      const apart = bytes.map((_, place) => bytes[4 * (place % count) + Math.floor(place / count)]!);
      return `export default "${apart.toString("base64")}"`;
    },
  };
}

/** The engine beside a script that unpacks the page's own and puts the engine into it: packed twice it would be larger. */
const unpacking = (code: string, data = packed(readFileSync(engine))): string => `<script type="text/plain" id="packed-engine">${data}</script>
<script type="module">
const bytes = Uint8Array.from(atob("${packed(code.replace(data, "@engine@"))}"), (letter) => letter.charCodeAt(0));
const script = document.createElement("script");
script.type = "module";
const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
script.textContent = text.replace("@engine@", document.querySelector("#packed-engine").textContent);
document.body.append(script);
</script>`;

/** Puts the script, packed, and the styles into the page. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      let html = String(page.source);
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") {
          html = html.replace(new RegExp(`<script[^>]*src="[^"]*${name}"[^>]*></script>`), "");
          html = html.replace("</body>", () => `${unpacking(file.code)}</body>`);
          delete bundle[name];
        } else if (name.endsWith(".css")) {
          html = html.replace(new RegExp(`<link[^>]*href="[^"]*${name}"[^>]*>`), () => `<style>${String(file.source)}</style>`);
          delete bundle[name];
        }
      }
      page.source = html;
      page.fileName = "viewer.html";
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [engineModule(), caches(), oneFile()],
  worker: { format: "iife", plugins: () => [engineModule()] },
  server: { fs: { allow: [".."] } },
  build: { target: "es2022", outDir: "../build/web", emptyOutDir: true, assetsInlineLimit: 1e8, cssCodeSplit: false, modulePreload: false,
           chunkSizeWarningLimit: 3000, rollupOptions: { output: { inlineDynamicImports: true } } },
});
