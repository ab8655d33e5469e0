import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** Paths of a machine, and of the service, which describes its own in its OpenAPI document. */
const ELSEWHERE = /^\/(etc|root|opt|proc|usr|var|v2|cart\/\{key\})(\/|$)|^\/(ready|health|metrics|messages|_ledger)$/;
/** The short URL of a poster, which next.config.js redirects, and files of another name in a release. */
const REDIRECTED = /^\/en\/\d+$|^\/embed@[\d.]+\.js$/;

/** Returns the addresses in backquotes of a document. */
const addressesIn = (text: string) => [...text.matchAll(/`(\/[a-z_.[{][^`\s]*)`/g)].map(([, address = ""]) => address);

const routes = globSync(["app/**/{page.tsx,route.ts}", "app/.*/**/route.ts"])
  .map((file) => file.replaceAll("\\", "/").replace(/^app|\/\([^)]+\)|\/(page\.tsx|route\.ts)$/g, "") || "/")
  // They answer 404.
  .filter((route) => !route.includes("[..."));

/** Returns whether a page, a route or a file of the storefront has this address. */
function exists(address: string): boolean {
  const [path = ""] = address.split("?");
  if (ELSEWHERE.test(path) || REDIRECTED.test(path) || existsSync(join("public", path))) return true;
  const parts = path.split("/");
  return routes.some((route) => {
    const segments = route.split("/");
    const fits = (segment: string, at: number) =>
      segment === "[locale]"
        ? /^(en|\[locale\])$/.test(parts[at] ?? "")
        : segment.startsWith("[") || segment === parts[at];
    return segments.length === parts.length && segments.every(fits);
  });
}

test("the documents name addresses that exist", () => {
  const documents = globSync(["docs/**/*.md", "*.md"]).filter((file) => !file.startsWith("CHANGELOG"));
  const named = documents.flatMap((file) =>
    addressesIn(readFileSync(file, "utf8")).map((address) => ({ file, address })),
  );
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter(({ address }) => !exists(address)),
    [],
  );
  assert.equal(exists("/events.json"), false, "the control");
});
