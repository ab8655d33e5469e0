import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { freePort } from "#scripts/lib/ports.ts";
import { createEnterableFolder, installNginx, startShippedEdge } from "#scripts/testing/edge.ts";
import { installCaddy } from "./caddy.ts";
import { answered, DROPPED_PATH, startRecordingStorefront } from "./requests.ts";

const tls = await makeCertificates();
const ca = readFileSync(tls.ca);
const folder = createEnterableFolder(mkdtempSync(join(tmpdir(), "foyer-edge-")));
const storefronts = [await startRecordingStorefront(), await startRecordingStorefront()] as const;
after(async () => {
  await Promise.all(storefronts.map((one) => one.close()));
  for (const made of [folder, tls.folder]) rmSync(made, { recursive: true, force: true });
});

/** What an edge answers itself: a page that it has stored, a file that it keeps, its words, and its page without a storefront. */
const OWN_ANSWERS = [
  ["GET", "/en/events/9"],
  ["GET", "/en/events/9"],
  ["GET", "/_next/static/chunks/old.js"],
  ["PROPFIND", "/en"],
  ["POST", DROPPED_PATH],
] as const;

for (const install of [installNginx, installCaddy])
  for (const isTestSystem of [true, false])
    test(`${install.name}: ${isTestSystem ? "a test system" : "production"} keeps ${isTestSystem ? "all" : "private pages"} from search engines`, async () => {
      const port = await freePort(0);
      const site = {
        folder: join(folder, `${install.name}-${isTestSystem}`),
        name: "localhost",
        port,
        plainPort: await freePort(0, new Set([port])),
        storefronts: [storefronts[0].port, storefronts[1].port] as const,
        certificateFile: join(tls.folder, "server.pem"),
        keyFile: join(tls.folder, "server-key.pem"),
        isTestSystem,
      };
      const edge = await startShippedEdge(install(site), site);
      const chunks = join(site.folder, "www", "_next", "static", "chunks");
      mkdirSync(chunks, { recursive: true });
      writeFileSync(join(chunks, "old.js"), "old build");
      const robotsOf = async (method: string, path: string) =>
        (await answered(request(new URL(path, edge.url), { ca, agent: false, method }))).headers["x-robots-tag"];
      try {
        for (const [method, path] of OWN_ANSWERS)
          assert.equal(await robotsOf(method, path), isTestSystem ? "noindex, nofollow" : undefined, path);
        // The storefront itself says it of a private page, and it is said once.
        assert.equal(await robotsOf("GET", "/en/cart"), "noindex, nofollow");
      } finally {
        await edge.close();
      }
    });
