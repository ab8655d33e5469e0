import { gunzipSync, gzipSync } from "node:zlib";
import { createVisitor, load, type Seen } from "#e2e/tools/visitor.ts";
import type { Row } from "./report.ts";

const KB = 1_000;
const BUYER = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** Measures the client JavaScript of each route of a purchase. Sizes do not depend on the machine, so they are budgets. */
export async function benchScripts(storefront: string): Promise<readonly Row[]> {
  const visitor = createVisitor();
  const list = await visitor.open(new URL("/en", storefront));
  for (const path of new Set(list.html.match(/\/en\/events\/\d+/g))) {
    const event = await visitor.open(new URL(path, storefront));
    const [, quantity] = /name="(qty\.[^"]+)"/.exec(event.html) ?? [];
    // Not on sale.
    if (quantity === undefined) continue;
    const details = await visitor.send(event, quantity, { [quantity]: "1" });
    const pay = await visitor.send(details, "email", BUYER);
    return [
      await sizeOf("list", list, 165),
      await sizeOf("event", event, 165),
      await sizeOf("details", details, 180),
      await sizeOf("pay", pay, 180),
    ];
  }
  throw new Error("No event of the list is on sale.");
}

async function sizeOf(route: string, seen: Seen, budgetKb: number): Promise<Row> {
  const sizes = await Promise.all(scriptsOf(seen).map(gzipBytes));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return {
    what: `JavaScript of ${route}`,
    measured: `${(bytes / KB).toFixed(1)} KB`,
    aim: `≤ ${budgetKb} KB`,
    note: `${sizes.length} files`,
    isOver: bytes > budgetKb * KB,
  };
}

/**
 * Returns the scripts that a page loads: its script elements, its preloads and the chunks in the flight data, without
 * polyfills for old browsers.
 */
function scriptsOf({ url, html }: Seen): readonly URL[] {
  const forAll = html.replaceAll(/<script\b[^>]*\bnomodule\b[^>]*>/gi, "");
  const paths = new Set(forAll.match(/static\/chunks\/[\w.~-]+\.js/g));
  return [...paths].map((path) => new URL(`/_next/${path}`, url));
}

/** Returns the size when compressed with gzip here, independent of any proxy in front of the storefront. */
async function gzipBytes(url: URL): Promise<number> {
  const { status, headers, body } = await load(url);
  if (status !== 200) throw new Error(`${url.pathname} answered ${status}.`);
  return gzipSync(headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).length;
}
