import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { freePort } from "#tools/lib/ports.ts";
import { untilAnswered } from "./web.ts";

const NEXT = fromRoot("node_modules", "next", "dist", "bin", "next");
/** Outside the checkout, whose instrumentation file it would load. It links to the checkout's packages. */
const FOLDER = join(tmpdir(), `foyer-bare-app-${process.pid}`);

/** The smallest app of the framework: one static page without styles, scripts or data. */
const FILES = {
  "package.json": `{ "private": true, "type": "module" }`,
  "next.config.js": `export default { turbopack: { root: ${JSON.stringify(parse(root).root)} } };`,
  "app/layout.js": `export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
  "app/page.js": `export default () => <main><h1>The Tempest</h1><p>A play by William Shakespeare.</p></main>;`,
};

export type BareApp = { readonly url: URL; readonly stop: () => Promise<void> };

/** Builds and serves the bare app with the storefront's version of the framework. */
export async function startBareApp(): Promise<BareApp> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(join(FOLDER, "app"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(FOLDER, name), text);
  symlinkSync(join(root, "node_modules"), join(FOLDER, "node_modules"), "dir");
  await finished(next(["build"]));
  const port = await freePort(0);
  const server = next(["start", "-p", String(port), "-H", "localhost"]);
  const url = new URL(`http://localhost:${port}/`);
  await untilAnswered(url, () => server.exitCode !== null);
  return {
    url,
    stop: async () => {
      server.kill("SIGTERM");
      await once(server, "exit");
      rmSync(FOLDER, { recursive: true, force: true });
    },
  };
}

function next(parameters: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--dns-result-order=ipv4first", NEXT, ...parameters], {
    cwd: FOLDER,
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function finished(child: ChildProcess): Promise<void> {
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The bare app could not be built (exit ${code}).`);
}
