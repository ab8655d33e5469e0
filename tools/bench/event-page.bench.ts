import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { load } from "#test/tools/visitor.ts";
import { freePort } from "#tools/lib/ports.ts";
import { installNginx } from "#tools/testing/edge/nginx.ts";
import { createEnterableFolder, missingPrograms, startShippedEdge } from "#tools/testing/edge/shipped-edge.ts";
import { startBareApp } from "./bare-app.ts";
import { cpuMsAt } from "./process-cpu.ts";
import { median, type Row } from "./report.ts";
import { view } from "./web.ts";

const ROUNDS = 7;
const VIEWS = 800;
/** A view of nginx costs a tenth of one of the framework, and time is read in hundredths of a second. */
const VIEWS_OF_EDGE = 4_000;

/**
 * Measures the server's CPU time per view of an event page, relative to a bare static page of the framework; then that of
 * the shipped nginx and the storefront together, relative to a plain file. `ca` is the path of the authority that signed
 * the certificate beside it.
 */
export async function benchEventPage(storefront: string, ca: string): Promise<readonly Row[]> {
  // CPU time is read from /proc, so there is no measurement on other systems.
  if (process.platform !== "linux") return [];
  const list = (await load(new URL("/en", storefront), PLAIN)).body.toString();
  const [path] = /\/en\/events\/\d+/.exec(list) ?? [];
  if (path === undefined) throw new Error("The list has no events.");
  const page = new URL(path, storefront);
  const framework = await besideBareApp(page);
  return missingPrograms(["nginx"]).length > 0 ? [framework] : [framework, await behindNginx(page, ca)];
}

const PLAIN = { headers: { "accept-encoding": "identity" } };

async function besideBareApp(page: URL): Promise<Row> {
  const app = await startBareApp();
  try {
    const { own, base } = await inTurns(
      () => cpuPerView(page, { views: VIEWS, ports: [Number(page.port)] }),
      () => cpuPerView(app.url, { views: VIEWS, ports: [Number(app.url.port)] }),
    );
    return {
      what: "CPU per view, event page ÷ bare page",
      measured: median(own.map((ms, at) => ms / (base[at] ?? Number.NaN))).toFixed(2),
      aim: "≤ 1.4",
      note: `${median(own).toFixed(2)} against ${median(base).toFixed(2)} ms`,
    };
  } finally {
    await app.stop();
  }
}

/** The plain file has as many bytes as the compressed page, and is served by a site beside the shipped one. */
async function behindNginx(page: URL, ca: string): Promise<Row> {
  const folder = createEnterableFolder(mkdtempSync(join(tmpdir(), "foyer-bench-edge-")));
  const [certificateFile, keyFile] = ["server.pem", "server-key.pem"].map((name) => join(dirname(ca), name)) as [
    string,
    string,
  ];
  const [port, plainPort, filePort] = [await freePort(0), await freePort(0), await freePort(0)];
  const storefronts = [Number(page.port), Number(page.port)] as const;
  const site = { folder, name: "localhost", port, plainPort, storefronts, certificateFile, keyFile };
  const command = installNginx(site);
  const files = join(folder, "files");
  mkdirSync(files);
  writeFileSync(join(files, "page.html"), (await load(page)).body);
  writeFileSync(
    // Read after foyer.conf, which defines the format of the log.
    join(folder, "conf.d", "plain-file.conf"),
    `server { listen ${filePort} ssl; root ${files}; access_log ${folder}/log/foyer.log foyer;
  ssl_certificate ${certificateFile}; ssl_certificate_key ${keyFile}; }\n`,
  );
  const edge = await startShippedEdge(command, site);
  try {
    const measure = { views: VIEWS_OF_EDGE, ports: [port, Number(page.port)], ca: readFileSync(ca) };
    const { own, base } = await inTurns(
      () => cpuPerView(new URL(page.pathname, edge.url), measure),
      () => cpuPerView(new URL(`https://localhost:${filePort}/page.html`), measure),
    );
    return {
      what: "views per CPU time behind nginx, event page ÷ plain file",
      measured: median(base.map((ms, at) => ms / (own[at] ?? Number.NaN))).toFixed(2),
      aim: "≥ 0.5",
      note: `${median(own).toFixed(3)} against ${median(base).toFixed(3)} ms`,
    };
  } finally {
    await edge.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures both in alternating rounds, after one to warm up, since other load on the machine then affects both. */
async function inTurns(measureOwn: () => Promise<number>, measureBase: () => Promise<number>) {
  const [own, base]: [number[], number[]] = [[], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    const [ofOwn, ofBase] = [await measureOwn(), await measureBase()];
    if (round < 0) continue;
    own.push(ofOwn);
    base.push(ofBase);
  }
  return { own, base };
}

type Measure = { readonly views: number; readonly ports: readonly number[]; readonly ca?: Buffer };

async function cpuPerView(url: URL, { views, ports, ca }: Measure): Promise<number> {
  const before = cpuMsAt(ports);
  await view(url, views, ca);
  return (cpuMsAt(ports) - before) / views;
}
