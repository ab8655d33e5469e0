import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { load } from "#e2e/tools/visitor.ts";
import { median, type Row } from "./report.ts";

const FOLDER = join(import.meta.dirname, "lighthouse");
const CLI = join(FOLDER, "node_modules", "lighthouse", "cli", "index.js");
const ROUNDS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
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
  install();
  const rows: Row[] = [];
  for (const [name, path] of await pagesOf(storefront)) {
    const address = new URL(path, storefront).href;
    // The first request makes the page and the copies of its pictures.
    await reportOf(address, browser, CATEGORIES);
    const reports: Report[] = [];
    for (let round = 0; round < ROUNDS; round += 1) reports.push(await reportOf(address, browser, CATEGORIES));
    rows.push(...rowsOf(name, reports));
  }
  return rows;
}

/**
 * Measures the same pages for search engines, at the same events of a storefront with the settings of production: every page of a
 * sandbox says that it is not for them. The score is no time, so each page is measured once.
 */
export async function benchSeo(
  storefront: string,
  browser: string | undefined,
  production: string,
): Promise<readonly Row[]> {
  install();
  const rows: Row[] = [];
  for (const [name, path] of await pagesOf(storefront)) {
    const report = await reportOf(new URL(path, production).href, browser, ["seo"]);
    rows.push({ ...scoreRow([report], "seo", 100), what: `Lighthouse, ${name}: seo` });
  }
  return rows;
}

function install(): void {
  if (existsSync(CLI)) return;
  const stdio = ["ignore", "ignore", "inherit"] as const;
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: FOLDER, stdio: [...stdio] });
}

function scoreRow(reports: readonly Report[], category: string, aim: number): Row {
  const measured = median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
  const note = measured < aim ? failuresIn(reports.at(-1)) : "";
  return { what: category, measured: measured.toFixed(0), aim: `≥ ${aim}`, isOver: measured < aim, note };
}

function rowsOf(page: string, reports: readonly Report[]): readonly Row[] {
  const value = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const atMost = (audit: string, aim: number, digits: number) => {
    const measured = value(audit);
    return { what: audit, measured: measured.toFixed(digits), aim: `≤ ${aim}`, isOver: measured > aim, note: "" };
  };
  const rows = [
    scoreRow(reports, "performance", 95),
    ...["accessibility", "best-practices"].map((category) => scoreRow(reports, category, 100)),
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

async function reportOf(address: string, browser: string | undefined, wanted: readonly string[]): Promise<Report> {
  const categories = `--only-categories=${wanted.join()}`;
  // The edge of production has a certificate of its own authority.
  const flags = "--chrome-flags=--headless=new --no-sandbox --ignore-certificate-errors";
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, address, "--quiet", "--output=json", categories, flags],
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
