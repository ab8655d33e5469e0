import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startInFrontOf } from "#e2e/tools/built-storefront.ts";
import { fetchStorefront } from "#e2e/tools/fetch-storefront.ts";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { until } from "#e2e/tools/until.ts";
import { freePort } from "#scripts/lib/ports.ts";

const OPERATORS = "https://operator.example";
const FIRST = "https://longlight.example";
const SECOND = "https://blog.example:8443";
const FORGED = "https://evil.example; script-src *";

/** The account at the service, and the changes that the service tells. */
const state = { origins: [FIRST], changes: [] as { kind: string; at: string }[], isDown: false };

const service = await startFixtureService();
after(service.close);
service.behave((response, request) => {
  const [path = ""] = request.path.split("?", 1);
  if (path === "/v2/changes") return answers({ changes: state.changes, next: "1" })(response, request);
  if (!/^\/v2\/account\/\d+$/.test(path)) return answers([])(response, request);
  if (state.isDown) return answers({}, 503)(response, request);
  answers({ id: 1, name: "Harbour", embedOrigins: [...state.origins, FORGED] })(response, request);
});

function register(origins: readonly string[]): void {
  state.origins = [...origins];
  state.changes = [...state.changes, { kind: "ACCOUNT", at: String(state.changes.length) }];
}

/** Starts a storefront. Returns a function that reads who may frame a page. */
async function startStorefront(settings: Readonly<Record<string, string>> = {}) {
  const { base, end } = await startInFrontOf(await freePort(0), service, { EMBED_ORIGINS: OPERATORS, ...settings });
  after(end);
  const policyOf = async (path: string) => {
    const { headers } = await fetchStorefront(base, { path });
    const ages = String(headers["cache-control"]).matchAll(/(?:max-age|s-maxage|stale-while-revalidate)=(\d+)/g);
    return {
      framers: /frame-ancestors ([^;,]*)/.exec(String(headers["content-security-policy"]))?.[1],
      keptSeconds: [...ages].reduce((sum, [, seconds]) => sum + Number(seconds), 0),
    };
  };
  return { policyOf, end };
}

test("P22: a site that a manager registers may frame embeds at every storefront without a restart, a removed one no longer; the operator's stay", async () => {
  const storefronts = await Promise.all([startStorefront(), startStorefront()]);
  const framed = (...origins: readonly string[]) =>
    until(`${origins} may frame`, async () => {
      const read = await Promise.all(storefronts.map(({ policyOf }) => policyOf("/en/embed/events")));
      return read.every(({ framers }) => framers === ["'self'", OPERATORS, ...origins].join(" "));
    });

  await framed(FIRST);
  register([FIRST, SECOND]);
  await framed(FIRST, SECOND);
  register([]);
  await framed();

  // Control: pages are stored with their policy. Without a word of the service nothing is rendered again.
  state.origins = [SECOND];
  for (const { policyOf } of storefronts)
    assert.equal((await policyOf("/en/embed/events")).framers, `'self' ${OPERATORS}`);
  register([SECOND]);
  await framed(SECOND);

  for (const { policyOf } of storefronts) {
    assert.equal((await policyOf("/en")).framers, "'none'", "what is no embed");
    assert.ok((await policyOf("/en/embed/events")).keptSeconds <= 2, "no cache keeps the policy for longer");
  }
});

test("a storefront that restarts while the account cannot be read keeps the sites of its last answer", async () => {
  const data = mkdtempSync(join(tmpdir(), "foyer-sites-"));
  after(() => rmSync(data, { recursive: true, force: true }));
  state.origins = [FIRST];
  const framersOf = async () => {
    const { policyOf, end } = await startStorefront({ FOYER_DATA: data });
    const { framers } = await policyOf("/en/embed/events");
    await end();
    // As a new build, whose pages are all rendered again.
    rmSync(join(data, "storefront", "pages"), { recursive: true, force: true });
    return framers;
  };
  assert.equal(await framersOf(), `'self' ${OPERATORS} ${FIRST}`);
  state.isDown = true;
  assert.equal(await framersOf(), `'self' ${OPERATORS} ${FIRST}`);
  rmSync(join(data, "storefront", "catalogue", "account.json"));
  assert.equal(await framersOf(), `'self' ${OPERATORS}`, "the control: without the copy nothing is known of them");
});
