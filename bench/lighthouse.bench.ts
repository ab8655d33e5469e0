import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { median } from "./median.ts";
import type { Row } from "./report.ts";
import { load } from "./web.ts";

const FOLDER = join(import.meta.dirname, "lighthouse");
const CLI = join(FOLDER, "node_modules", "lighthouse", "cli", "index.js");
const ROUNDS = 3;
const RUN_LIMIT_MS = 60_000;
const REPORT_BYTES = 64 * 1024 * 1024;
const PERFORMANCE_MIN = 98;
const PERFECT = 100;
const LARGEST_PAINT_MAX_MS = 1_200;
const BLOCKING_MAX_MS = 100;

type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
};
type Audit = {
  readonly id: string;
  readonly score: number | null;
  readonly scoreDisplayMode: string;
  readonly numericValue?: number;
};

/**
 * Measures the pages that everyone sees with Lighthouse on a simulated phone, each with an empty cache. Lighthouse has
 * packages and a lockfile of its own, which the first run installs: with its hundred packages it would be most of what a
 * checkout installs.
 */
export async function benchLighthouse(storefront: string, browser: string | undefined): Promise<readonly Row[]> {
  if (!existsSync(CLI)) install();
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
  const ms = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const [performance, paint, blocking] = [
    score("performance"),
    ms("largest-contentful-paint"),
    ms("total-blocking-time"),
  ];
  const others = ["accessibility", "best-practices", "seo"].map(score);
  return [
    {
      what: `Lighthouse, ${page}: performance`,
      measured: performance.toFixed(0),
      aim: `≥ ${PERFORMANCE_MIN}`,
      note: `first paint ${ms("first-contentful-paint").toFixed(0)} ms`,
      isOver: performance < PERFORMANCE_MIN,
    },
    {
      what: `Lighthouse, ${page}: accessibility, practices, SEO`,
      measured: others.map((one) => one.toFixed(0)).join(", "),
      aim: `${PERFECT}`,
      note: failuresIn(reports.at(-1)),
      isOver: others.some((one) => one < PERFECT),
    },
    {
      what: `Lighthouse, ${page}: largest paint`,
      measured: `${paint.toFixed(0)} ms`,
      aim: `≤ ${LARGEST_PAINT_MAX_MS}`,
      note: "",
      isOver: paint > LARGEST_PAINT_MAX_MS,
    },
    {
      what: `Lighthouse, ${page}: blocking time`,
      measured: `${blocking.toFixed(0)} ms`,
      aim: `≤ ${BLOCKING_MAX_MS}`,
      note: "",
      isOver: blocking > BLOCKING_MAX_MS,
    },
  ];
}

/** Returns the audits that are passed or failed, and were failed. */
function failuresIn(report: Report | undefined): string {
  return Object.values(report?.audits ?? {})
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === "binary" && score === 0)
    .map(({ id }) => id)
    .join(", ");
}

async function reportOf(address: string, browser: string | undefined): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      CLI,
      address,
      "--quiet",
      "--output=json",
      "--only-categories=performance,accessibility,best-practices,seo",
      "--chrome-flags=--headless=new --no-sandbox",
    ],
    {
      // A reader in the time zone of the season: another one would be shown their own times.
      env: { ...process.env, TZ: "Pacific/Auckland", ...(browser !== undefined && { CHROME_PATH: browser }) },
      maxBuffer: REPORT_BYTES,
      timeout: RUN_LIMIT_MS,
    },
  );
  return JSON.parse(stdout) as Report;
}

function install(): void {
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: FOLDER,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Returns a page of each kind: the list, an event with a picture of its own, one without, search, calendar and a group. */
async function pagesOf(storefront: string): Promise<readonly (readonly [name: string, path: string])[]> {
  const feed = JSON.parse((await load(new URL("/en/events.json", storefront), PLAIN)).body.toString());
  const list = (await load(new URL("/en", storefront), PLAIN)).body.toString();
  const [group] = /\/en\/groups\/\d+/.exec(list) ?? [];
  const pathOf = (hasPicture: boolean) => {
    const found = (feed.events as readonly FeedEvent[]).find(
      ({ image, saleStatus }) => saleStatus === "ON_SALE" && (image?.includes("/pictures/") ?? false) === hasPicture,
    );
    if (found === undefined) throw new Error("The season lacks an event.");
    return new URL(found.url).pathname;
  };
  if (group === undefined) throw new Error("The season lacks a group.");
  return [
    ["list", "/en"],
    ["event", pathOf(true)],
    ["event with a generated poster", pathOf(false)],
    ["search", "/en/search"],
    ["calendar", "/en/calendar"],
    ["group", group],
  ];
}

const PLAIN = { headers: { "accept-encoding": "identity" } };

type FeedEvent = { readonly url: string; readonly image?: string; readonly saleStatus: string };
