import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { load } from "#e2e/tools/visitor.ts";
import { median, type Row } from "./report.ts";

const FOLDER = join(import.meta.dirname, "lighthouse");
const CLI = join(FOLDER, "node_modules", "lighthouse", "cli", "index.js");
const ROUNDS = 3;
const RUN_LIMIT_MS = 60_000;
const REPORT_BYTES = 64 * 1024 * 1024;

type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
};
type Audit = { readonly score: number | null; readonly scoreDisplayMode: string; readonly numericValue?: number };

/**
 * Measures the pages that everyone sees with Lighthouse on a simulated phone, each with an empty cache. Lighthouse has
 * packages and a lockfile of its own, which the first run installs: with its hundred packages it would be most of what a
 * checkout installs.
 */
export async function benchLighthouse(storefront: string, browser: string | undefined): Promise<readonly Row[]> {
  if (!existsSync(CLI)) {
    const stdio = ["ignore", "ignore", "inherit"] as const;
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: FOLDER, stdio: [...stdio] });
  }
  const rows: Row[] = [];
  for (const [name, path] of await pagesOf(storefront)) {
    const address = new URL(path, storefront).href;
    // The first request makes the page and the copies of its pictures.
    await reportOf(address, browser);
    const reports: Report[] = [];
    for (let round = 0; round < ROUNDS; round += 1) reports.push(await reportOf(address, browser));
    rows.push(...rowsOf(name, reports));
  }
  return rows;
}

function rowsOf(page: string, reports: readonly Report[]): readonly Row[] {
  const score = (category: string) => median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
  const value = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const atLeast = (category: string, aim: number) => {
    const measured = score(category);
    const note = measured < aim ? failuresIn(reports.at(-1)) : "";
    return { what: category, measured: measured.toFixed(0), aim: `≥ ${aim}`, isOver: measured < aim, note };
  };
  const atMost = (audit: string, aim: number, digits: number) => {
    const measured = value(audit);
    return { what: audit, measured: measured.toFixed(digits), aim: `≤ ${aim}`, isOver: measured > aim, note: "" };
  };
  const rows = [
    atLeast("performance", 95),
    ...["accessibility", "best-practices", "seo"].map((category) => atLeast(category, 100)),
    atMost("largest-contentful-paint", 1_800, 0),
    atMost("cumulative-layout-shift", 0.02, 3),
  ];
  return rows.map((row) => ({ ...row, what: `Lighthouse, ${page}: ${row.what}` }));
}

/** Returns the audits that are passed or failed, and were failed. */
function failuresIn(report: Report | undefined): string {
  return Object.entries(report?.audits ?? {})
    .flatMap(([id, { score, scoreDisplayMode }]) => (scoreDisplayMode === "binary" && score === 0 ? [id] : []))
    .join(", ");
}

async function reportOf(address: string, browser: string | undefined): Promise<Report> {
  const categories = "--only-categories=performance,accessibility,best-practices,seo";
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, address, "--quiet", "--output=json", categories, "--chrome-flags=--headless=new --no-sandbox"],
    {
      // A reader in the time zone of the season: another one would be shown their own times.
      env: { ...process.env, TZ: "Pacific/Auckland", ...(browser !== undefined && { CHROME_PATH: browser }) },
      maxBuffer: REPORT_BYTES,
      timeout: RUN_LIMIT_MS,
    },
  );
  return JSON.parse(stdout) as Report;
}

/** Returns a page of each kind: the list, an event with a picture of its own, search, calendar and a group. */
async function pagesOf(storefront: string): Promise<readonly (readonly [name: string, path: string])[]> {
  const textOf = async (path: string) =>
    (await load(new URL(path, storefront), { headers: { "accept-encoding": "identity" } })).body.toString();
  const { events } = JSON.parse(await textOf("/en/events.json")) as { events: readonly FeedEvent[] };
  const event = events.find(({ image, saleStatus }) => saleStatus === "ON_SALE" && image?.includes("/pictures/"));
  const [group] = /\/en\/groups\/\d+/.exec(await textOf("/en")) ?? [];
  if (event === undefined || group === undefined) throw new Error("The season lacks an event or a group.");
  return [
    ["list", "/en"],
    ["event", new URL(event.url).pathname],
    ["search", "/en/search"],
    ["calendar", "/en/calendar"],
    ["group", group],
  ];
}

type FeedEvent = { readonly url: string; readonly image?: string; readonly saleStatus: string };
