import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { freePort, startBareApp } from "./bare-app.ts";
import { median } from "./median.ts";
import { hasNginx, startEdge } from "./nginx-edge.ts";
import { cpuMs, pidListeningAt } from "./process-cpu.ts";
import type { Row } from "./report.ts";
import { load, view } from "./web.ts";

const ROUNDS = 7;
const VIEWS = 800;
/** A view of nginx, or without the framework, costs a tenth of one with it, and time is read in hundredths of a second. */
const SHORT_VIEWS = 4_000;
/** The name of a parameter that might be the framework's, which therefore answers (decision 0137). */
const BY_FRAMEWORK = "?_=1";

type Round = Readonly<Record<"bare" | "short" | "long" | "framework", number>>;

/**
 * Measures the server's CPU time per view of an event page, relative to a bare static page, in alternating rounds. Then
 * that of the shipped nginx and the storefront together, relative to a plain file. `ca` is the path of the authority that
 * signed the certificate beside it.
 */
export async function benchEventPage(storefront: string, ca: string): Promise<readonly Row[]> {
  // CPU time is read from /proc, so there is no measurement on other systems.
  if (process.platform !== "linux") return [];
  const { smallest, largest } = await eventPages(storefront);
  const app = await startBareApp();
  const rounds: Round[] = [];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const measured = {
        bare: await cpuPerView(app.url, VIEWS),
        short: await cpuPerView(smallest, SHORT_VIEWS),
        long: await cpuPerView(largest, SHORT_VIEWS),
        framework: await cpuPerView(new URL(BY_FRAMEWORK, smallest), VIEWS),
      };
      // The first round is a warm-up.
      if (round >= 0) rounds.push(measured);
    }
  } finally {
    await app.stop();
  }
  const bareMs = median(rounds.map(({ bare }) => bare));
  const row = (what: string, page: keyof Round, aim: string): Row => ({
    what: `CPU per view, ${what} ÷ bare page`,
    measured: median(rounds.map((round) => round[page] / round.bare)).toFixed(2),
    aim,
    note: `${median(rounds.map((round) => round[page])).toFixed(2)} against ${bareMs.toFixed(2)} ms`,
  });
  const rows = [
    row("event page", "short", "≤ 1.15"),
    row("longest event page", "long", "≤ 1.5"),
    row("event page, answered by the framework", "framework", ""),
  ];
  return hasNginx() ? [...rows, await behindNginx(smallest, ca)] : rows;
}

/** The plain file has as many bytes as the compressed page. */
async function behindNginx(page: URL, ca: string): Promise<Row> {
  const [certificate, key] = ["server.pem", "server-key.pem"].map((name) => join(dirname(ca), name)) as [
    string,
    string,
  ];
  const plain = (await load(page)).body;
  const edge = await startEdge({ port: await freePort(), storefront: page, certificate, key, plain });
  const authority = readFileSync(ca);
  const pids = [edge.pid, pidListeningAt(Number(page.port))];
  const cpuOf = async (path: string) => {
    const before = pids.map(cpuMs);
    await view(new URL(path, edge.url), SHORT_VIEWS, { ca: authority });
    return pids.map((pid, at) => (cpuMs(pid) - (before[at] ?? 0)) / SHORT_VIEWS).reduce((sum, ms) => sum + ms, 0);
  };
  const rounds: { readonly file: number; readonly page: number }[] = [];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const [file, cached] = [await cpuOf("/plain"), await cpuOf(page.pathname)];
      if (round >= 0) rounds.push({ file, page: cached });
    }
  } finally {
    await edge.stop();
  }
  const fileMs = median(rounds.map((round) => round.file));
  return {
    what: "views per CPU time behind nginx, event page ÷ plain file",
    measured: median(rounds.map((round) => round.file / round.page)).toFixed(2),
    aim: "≥ 0.5",
    note: `${median(rounds.map((round) => round.page)).toFixed(3)} against ${fileMs.toFixed(3)} ms`,
  };
}

async function cpuPerView(url: URL, views: number): Promise<number> {
  const pid = pidListeningAt(Number(url.port));
  const before = cpuMs(pid);
  await view(url, views);
  return (cpuMs(pid) - before) / views;
}

/** Returns the smallest and the largest event page of the list. Requesting them also fills the page cache. */
async function eventPages(storefront: string): Promise<{ smallest: URL; largest: URL }> {
  const list = await htmlOf(new URL("/en", storefront));
  const links = [...new Set([...list.matchAll(/href="(\/en\/events\/\d+)[^"]*"/g)].map(([, path = ""]) => path))];
  const sized = await Promise.all(
    links.map(async (path) => {
      const url = new URL(path, storefront);
      return { url, bytes: (await htmlOf(url)).length };
    }),
  );
  sized.sort((one, other) => one.bytes - other.bytes);
  const [smallest, largest] = [sized[0], sized.at(-1)];
  if (smallest === undefined || largest === undefined) throw new Error("The list has no events.");
  return { smallest: smallest.url, largest: largest.url };
}

async function htmlOf(url: URL): Promise<string> {
  const { status, headers, body } = await load(url);
  if (status !== 200) throw new Error(`${url.pathname} answered ${status}.`);
  return (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
}
