import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { freePort, probe } from "#scripts/lib/ports.ts";

const LOOK_AGAIN_MS = 100;

/** The smallest app of the framework: one static page without styles, components or data, with this content. */
const bareApp = (html: string) => ({
  "package.json": `{ "private": true, "type": "module" }`,
  "next.config.js": `export default { turbopack: { root: ${JSON.stringify(parse(root).root)} } };`,
  "app/layout.js": `export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
  "app/page.js": `export default () => <main dangerouslySetInnerHTML={{ __html: ${JSON.stringify(html)} }} />;`,
});

/** Builds a page of nothing but this content, and serves it with the storefront's version of the framework. `close` removes both. */
export async function startBareApp(html: string) {
  // Outside the checkout, whose instrumentation file it would load. It links to the checkout's packages.
  const folder = mkdtempSync(join(tmpdir(), "foyer-bare-app-"));
  mkdirSync(join(folder, "app"));
  for (const [name, text] of Object.entries(bareApp(html))) writeFileSync(join(folder, name), text);
  symlinkSync(fromRoot("node_modules"), join(folder, "node_modules"), "dir");
  const next = (...parameters: readonly string[]): ChildProcess =>
    spawn(
      process.execPath,
      ["--dns-result-order=ipv4first", fromRoot("node_modules", "next", "dist", "bin", "next"), ...parameters],
      {
        cwd: folder,
        env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
  const [code] = await once(next("build"), "exit");
  if (code !== 0) throw new Error(`The bare app could not be built (exit ${code}).`);
  const url = new URL(`http://localhost:${await freePort(0)}/`);
  const server = next("start", "-p", url.port, "-H", "localhost");

  async function close(): Promise<void> {
    if (server.exitCode === null && server.kill("SIGTERM")) await once(server, "exit");
    rmSync(folder, { recursive: true, force: true });
  }

  while ((await probe(url.href)) !== 200) {
    if (server.exitCode !== null) {
      await close();
      throw new Error("The bare app does not start.");
    }
    await pause(LOOK_AGAIN_MS);
  }
  return { url, close };
}
