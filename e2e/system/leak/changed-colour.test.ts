import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startBuilt } from "#e2e/tools/built-storefront.ts";
import { fetchStorefront } from "#e2e/tools/fetch-storefront.ts";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { until } from "#e2e/tools/until.ts";
import { freePort } from "#scripts/lib/ports.ts";

const YELLOW = "#ffe600";
const BLACK = "#000000";
const RED = "#aa1122";

/** The account at the service, and the changes that the service tells. */
const state = { colour: YELLOW, changes: [] as { kind: string; at: string }[] };

const service = await startFixtureService();
after(service.close);
service.behave((response, request) => {
  const [path = ""] = request.path.split("?", 1);
  if (path === "/v2/changes") return answers({ changes: state.changes, next: "1" })(response, request);
  if (!/^\/v2\/account\/\d+$/.test(path)) return answers([])(response, request);
  const { colour } = state;
  answers({ id: 1, name: "Harbour", legalName: "Harbour Ltd", brand: { colour } })(response, request);
});

async function startStorefront() {
  const folder = await mkdtemp(join(tmpdir(), "foyer-colour-"));
  const { base, child, listens } = startBuilt(await freePort(0), {
    FOYER_DATA: folder,
    TICKETING_URL: service.url,
    TICKETING_CA: service.ca,
    BRAND_NAME: "Foyer",
    BRAND_COLOUR: "#123456",
    BRAND_HEADER: "accent",
  });
  after(async () => {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  assert.equal(await listens(AbortSignal.timeout(60_000)), true, "the storefront did not start");
  const ask = (path: string) => fetchStorefront(base, { path, headers: { "accept-encoding": "identity" } });
  return {
    ask,
    colourOfPage: async () => /<meta name="theme-color" content="(#\w+)"/.exec((await ask("/en")).body.toString())?.[1],
    colourOfStyles: async () => /--accent-fill-l:(#\w+)/.exec((await ask("/brand.css")).body.toString())?.[1],
  };
}

test("a colour that a manager changes is on stored pages and in the stylesheet of every storefront; the operator's name stays", async () => {
  const storefronts = await Promise.all([startStorefront(), startStorefront()]);
  const shown = (colour: string) =>
    until(`${colour} is shown`, async () => {
      const colours = storefronts.flatMap(({ colourOfPage, colourOfStyles }) => [colourOfPage(), colourOfStyles()]);
      return (await Promise.all(colours)).every((one) => one === colour);
    });

  await shown(YELLOW);
  change(BLACK);
  await shown(BLACK);

  // Control: pages are stored, and the account is not read for each. Without a word of the service nothing is rendered again.
  state.colour = RED;
  for (const { colourOfPage } of storefronts) assert.equal(await colourOfPage(), BLACK);
  change(RED);
  await shown(RED);

  const [{ ask }] = storefronts;
  const { headers } = await ask("/brand.css");
  const ages = [...String(headers["cache-control"]).matchAll(/(?:max-age|stale-while-revalidate)=(\d+)/g)];
  assert.ok(ages.length > 0 && ages.reduce((sum, [, seconds]) => sum + Number(seconds), 0) <= 50);
  const page = (await ask("/en")).body.toString();
  assert.match(page, /<title>[^<]* · Foyer<\/title>/);
  assert.match(page, /Harbour Ltd/);
  const manifest = JSON.parse((await ask("/manifest.webmanifest")).body.toString());
  assert.deepEqual([manifest.name, manifest.theme_color], ["Foyer", RED]);
});

function change(colour: string): void {
  state.colour = colour;
  state.changes = [...state.changes, { kind: "ACCOUNT", at: String(state.changes.length) }];
}
