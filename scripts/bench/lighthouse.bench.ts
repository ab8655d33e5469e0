import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { load } from "#e2e/tools/visitor.ts";
import { installApart } from "#scripts/lib/install-apart.ts";
import { print } from "#scripts/lib/terminal.ts";
import { startBareApp } from "./bare-app.ts";
import { median, type Row } from "./report.ts";

const FOLDER = join(import.meta.dirname, "lighthouse");
const CLI = join(FOLDER, "node_modules", "lighthouse", "cli", "index.js");
const ROUNDS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const RUN_LIMIT_MS = 120_000;
const REPORT_BYTES = 64 * 1024 * 1024;
const KB = 1_000;
const PLAIN = { headers: { "accept-encoding": "identity" } };
/** The bare page: its times are what the framework and the machine take. */
const BARE = "bare page";

type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
};
type Audit = {
  readonly score: number | null;
  readonly scoreDisplayMode: string;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly { readonly resourceType?: string; readonly transferSize?: number }[] };
};

/**
 * Measures the pages that everyone sees with Lighthouse on a simulated phone, each with an empty cache, in turns with a bare page of the
 * framework: where that one is slow too, the machine is. `production` is a storefront with the settings of production, and the pages are
 * those of the same events at `storefront`. Lighthouse has packages and a lockfile of its own, which the first run installs: with its
 * hundred packages it would be most of what a checkout installs.
 */
export async function benchLighthouse(
  storefront: string,
  production: string,
  browser: string | undefined,
): Promise<readonly Row[]> {
  installApart(FOLDER);
  const bare = await startBareApp("<h1>A bare page</h1><p>It has no styles, data or components.</p>");
  try {
    const pages = await pagesOf(storefront);
    const addresses = [
      [BARE, bare.url] as const,
      ...pages.map(([name, path]) => [name, new URL(path, production)] as const),
    ];
    print(`Lighthouse: ${ROUNDS + 1} rounds of ${addresses.length} pages, six to ten minutes.`);
    const reports = new Map<string, Report[]>(addresses.map(([name]) => [name, []]));
    // The first round makes the pages and the copies of their pictures.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [name, address] of addresses) {
        // On a busy machine a run may fail: it is repeated once.
        const report = await reportOf(address.href, browser).catch(() => reportOf(address.href, browser));
        if (round > 0) reports.get(name)?.push(report);
      }
    const rows: Row[] = [];
    for (const [name, address] of addresses)
      rows.push(...rowsOf(name, reports.get(name) ?? [], await clientComponents(address)));
    return rows;
  } finally {
    await bare.close();
  }
}

function rowsOf(page: string, reports: readonly Report[], components: number): readonly Row[] {
  const scoreOf = (category: string) =>
    median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
  const value = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const shift = value("cumulative-layout-shift");
  const rows = [
    // Of times no limit fails the run: they are read beside those of the bare page.
    { what: "performance", measured: scoreOf("performance").toFixed(0), aim: "98", note: "" },
    {
      what: "largest paint",
      measured: `${(value("largest-contentful-paint") / 1_000).toFixed(2)} s`,
      aim: "1.8 s",
      note: "",
    },
    { what: "scripts", measured: `${(median(reports.map(scriptBytes)) / KB).toFixed(1)} KB`, aim: "few", note: "" },
    { what: "client components", measured: String(components), aim: "few", note: "the framework's included" },
    { what: "layout shift", measured: shift.toFixed(3), aim: "≤ 0.02", note: "", isOver: shift > 0.02 },
    ...CATEGORIES.slice(1).map((category) => {
      const isOver = scoreOf(category) < 100;
      const note = isOver ? failuresIn(reports.at(-1)) : "";
      return { what: category, measured: scoreOf(category).toFixed(0), aim: "100", note, isOver };
    }),
  ];
  // The bare page is there for its times and sizes.
  return (page === BARE ? rows.slice(0, 4) : rows).map((row) => ({ ...row, what: `Lighthouse, ${page}: ${row.what}` }));
}

/** Returns the bytes of all scripts that the page loaded, as sent. */
function scriptBytes({ audits }: Report): number {
  const requests = audits["network-requests"]?.details?.items ?? [];
  return requests
    .filter(({ resourceType }) => resourceType === "Script")
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

/** Returns how many different client components a page has: each is a row of its data. */
async function clientComponents(address: URL): Promise<number> {
  const html = (await load(address, PLAIN)).body.toString();
  return new Set(html.match(/(?<=[\da-f]:I)\[[^\]]+\][^\]]*/g)).size;
}

/** Returns the audits that are passed or failed, and were failed. */
function failuresIn(report: Report | undefined): string {
  return Object.entries(report?.audits ?? {})
    .flatMap(([id, { score, scoreDisplayMode }]) => (scoreDisplayMode === "binary" && score === 0 ? [id] : []))
    .join(", ");
}

async function reportOf(address: string, browser: string | undefined): Promise<Report> {
  const categories = `--only-categories=${CATEGORIES.join()}`;
  const flags = "--chrome-flags=--headless=new --no-sandbox";
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
  const textOf = async (path: string) => (await load(new URL(path, storefront), PLAIN)).body.toString();
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
