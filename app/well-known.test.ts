import assert from "node:assert/strict";
import { test } from "node:test";
import { inAnotherProcess } from "#e2e/tools/another-process.ts";

const ENVIRONMENT = `import { GET } from "#app/.well-known/foyer-environment/route.ts";
  const answer = GET();
  console.log(await answer.text(), answer.headers.get("cache-control"));`;

for (const [environment, setting, payments] of [
  ["uat", "fake", "fake"],
  ["uat", undefined, "unknown"],
  ["production", "fake", "live"],
] as const) {
  test(`P55: the handshake of ${environment} with FOYER_PAYMENTS ${setting ?? "not set"} answers ${payments}`, () => {
    const settings = { FOYER_ENVIRONMENT: environment, ...(setting && { FOYER_PAYMENTS: setting }) };
    const answered = inAnotherProcess(ENVIRONMENT, settings);
    assert.equal(answered, `${JSON.stringify({ environment, payments })} no-store`);
  });
}

const SECURITY = `import { GET } from "#app/.well-known/security.txt/route.ts";
  const answer = await GET();
  console.log(answer.status, answer.headers.get("content-type"), await answer.text());`;
/** No service answers, and the log of that is not the answer. */
const QUIET = { LOG_LEVEL: "alarm" };
const DAY_MS = 24 * 60 * 60 * 1000;

test("security.txt names the address for help, and ends within a year", () => {
  const answered = inAnotherProcess(SECURITY, { ...QUIET, SUPPORT_EMAIL: "help+shop@playhouse.example" });
  const [head = "", ...lines] = answered.split("\n");
  assert.equal(head, "200 text/plain; charset=utf-8 Contact: mailto:help%2Bshop@playhouse.example");
  const [expires = "", ...rest] = lines;
  assert.match(expires, /^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/);
  const days = (Date.parse(expires.slice("Expires: ".length)) - Date.now()) / DAY_MS;
  assert.ok(days > 150 && days < 365, expires);
  assert.deepEqual(rest.filter(Boolean), [
    "Preferred-Languages: en, es, fr, de, ar",
    "Canonical: http://localhost:4000/.well-known/security.txt",
  ]);
});

test("without an address for help there is no security.txt", () => {
  const answered = inAnotherProcess(SECURITY, { ...QUIET, SUPPORT_EMAIL: "" });
  assert.match(answered, /^404 text\/plain; charset=utf-8 This shop names no address\.$/);
});

const ROBOTS = `import robots from "#app/robots.ts";
  console.log(JSON.stringify(robots()));`;

test("robots.txt keeps robots away from the pages of a purchase in production alone, where it names the sitemap", () => {
  const { rules, sitemap } = JSON.parse(inAnotherProcess(ROBOTS, { FOYER_ENVIRONMENT: "production" }));
  assert.equal(sitemap, "http://localhost:4000/sitemap.xml");
  for (const path of ["/api/", "/*/cart", "/*/checkout", "/*/sales/", "/*/promoter"])
    assert.ok(rules.disallow.includes(path), path);
  for (const FOYER_ENVIRONMENT of ["sandbox", "uat"])
    assert.deepEqual(JSON.parse(inAnotherProcess(ROBOTS, { FOYER_ENVIRONMENT })), {
      rules: { userAgent: "*", allow: "/" },
    });
});
