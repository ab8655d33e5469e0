import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { join } from "node:path";
import { load } from "#e2e/tools/visitor.ts";
import { freePort } from "#scripts/lib/ports.ts";
import { missingPrograms } from "#scripts/testing/edge.ts";
import { startBareApp } from "./bare-app.ts";
import { type AddSite, startBenchEdge } from "./bench-edge.ts";
import { cpuMsOf, listeningAt } from "./cpu-time.ts";
import { median, type Row } from "./report.ts";

const ROUNDS = 7;
const VIEWS = 800;
/** A view of nginx costs a tenth of one of the framework, and time is read in hundredths of a second. */
const VIEWS_OF_EDGE = 4_000;
const CONNECTIONS = 16;
const PLAIN = { headers: { "accept-encoding": "identity" } };

/**
 * Measures the server's CPU time per view of an event page, relative to a bare static page of the framework with as many
 * bytes; then that of the shipped nginx and the storefront together, relative to a plain file. `ca` is the path of the
 * authority that signed the certificate beside it.
 */
export async function benchPage(storefront: string, ca: string): Promise<readonly Row[]> {
  // CPU time is read from /proc, so there is no measurement on other systems.
  if (process.platform !== "linux") return [];
  const list = (await load(new URL("/en", storefront), PLAIN)).body.toString();
  const [path] = /\/en\/events\/\d+/.exec(list) ?? [];
  if (path === undefined) throw new Error("The list has no events.");
  const page = new URL(path, storefront);
  const framework = await besideBareApp(page);
  return missingPrograms(["nginx"]).length > 0 ? [framework] : [framework, await behindNginx(page, ca)];
}

/** Measures the page beside the bare app. */
async function besideBareApp(page: URL): Promise<Row> {
  // The framework sends the content twice, in the document and in its data.
  const html = (await load(page, PLAIN)).body.toString();
  const bare = await startBareApp(html.slice(0, html.length / 2));
  try {
    const { own, base } = await inTurns(
      () => cpuPerView(page, { views: VIEWS, ports: [page.port] }),
      () => cpuPerView(bare.url, { views: VIEWS, ports: [bare.url.port] }),
    );
    return {
      what: "CPU per view, event page ÷ bare page of its size",
      measured: median(own.map((ms, at) => ms / (base[at] ?? Number.NaN))).toFixed(2),
      aim: "≤ 1.4",
      note: `${median(own).toFixed(2)} against ${median(base).toFixed(2)} ms`,
    };
  } finally {
    await bare.close();
  }
}

/** The plain file has as many bytes as the compressed page, and is served by a site beside the shipped one. */
async function behindNginx(page: URL, ca: string): Promise<Row> {
  const filePort = await freePort(0);
  const html = (await load(page)).body;
  const addFile: AddSite = ({ folder, certificateFile, keyFile }) => {
    const files = join(folder, "files");
    mkdirSync(files);
    writeFileSync(join(files, "page.html"), html);
    writeFileSync(
      // Read after foyer.conf, which defines the format of the log.
      join(folder, "conf.d", "plain-file.conf"),
      `server { listen ${filePort} ssl; root ${files}; access_log ${folder}/log/foyer.log foyer;
  ssl_certificate ${certificateFile}; ssl_certificate_key ${keyFile}; }\n`,
    );
  };
  const edge = await startBenchEdge({ storefront: page, ca }, addFile);
  try {
    const measure = { views: VIEWS_OF_EDGE, ports: [new URL(edge.url).port, page.port], ca: readFileSync(ca) };
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

type Measure = { readonly views: number; readonly ports: readonly string[]; readonly ca?: Buffer };

/** Views a page this many times over a few keep-alive connections. Returns the CPU time of the processes at the ports, in ms. */
async function cpuPerView(url: URL, { views, ports, ca }: Measure): Promise<number> {
  const options = { keepAlive: true, maxSockets: CONNECTIONS };
  const agent = url.protocol === "https:" ? new SecureAgent({ ...options, ...(ca && { ca }) }) : new Agent(options);
  const before = cpuMsOf(listeningAt(...ports));
  let left = views;
  const browse = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await load(url, { agent });
      if (status !== 200) throw new Error(`${url.pathname} answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, browse));
  agent.destroy();
  return (cpuMsOf(listeningAt(...ports)) - before) / views;
}
