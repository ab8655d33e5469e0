import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { REAL_CARD } from "#test/tools/card-needles.ts";
import { extractParts } from "#test/tools/extract-parts.ts";
import { leaksBelow } from "#test/tools/leak-scan.ts";
import { type Needle, needlesOf } from "#test/tools/needles.ts";
import { runOfSuite } from "./run-of-suite.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-masking-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const PASSWORD = "correct & horse/battery+9";
const USER = "qa";
const CARD = "4242 4242 4242 4242";
const CODE = "9871";
const VISIT = `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${"visit".repeat(4)}.${"sealed".repeat(9)}.${"tag".repeat(7)}`;

const PAY_PAGE = `<title>Pay</title><form method="post" enctype="multipart/form-data">
  <label>Card number <input name="1_number" autocomplete="cc-number"></label>
  <label>Security code <input name="1_code" autocomplete="cc-csc"></label>
  <label>Password <input name="1_password" type="password"></label>
  <button>Pay</button></form><p id="echo"></p>`;

const storefront = createServer((request, response) => {
  if (request.url === "/.well-known/foyer-environment")
    return void response.end(JSON.stringify({ environment: "uat", payments: "fake" }));
  const headers = { "content-type": "text/html", "set-cookie": `__Host-foyer=${VISIT}; Path=/; HttpOnly` };
  response.writeHead(200, headers).end(PAY_PAGE);
});
storefront.listen(0, "localhost");
await once(storefront, "listening");
const { host, origin: address } = new URL(`http://localhost:${(storefront.address() as AddressInfo).port}`);
after(() => storefront.close());

/** A test that fails after it has typed, shown, sent, printed and attached secrets. */
const FAILS = `test("types a card and a password", { tag: "@catalogue" }, async ({ page, request, env }, info) => {
  const card = env.goodCard, password = env.servicePassword, pair = btoa(env.serviceUser + ":" + password);
  await page.goto("/en");
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Security code").pressSequentially(env.goodCardCode);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button").click();
  await page.getByLabel("Security code").fill(env.goodCardCode);
  await page.locator("#echo").evaluate((element, text) => { element.textContent = text; }, card + password);
  await request.get("/x", { headers: { Authorization: "Basic " + pair }, params: { password } });
  await test.step("Pay with " + card.replaceAll(" ", ""), async () => {});
  console.log("The card is", card, "and the password", password, pair);
  await info.attach("notes", { body: JSON.stringify({ card, password }), contentType: "application/json" });
  const forms = [password, card.replaceAll(" ", "")].flatMap((secret) => [btoa(secret), btoa("x" + secret),
    btoa("xx" + secret), encodeURIComponent(secret), [...secret].reverse().join(""), Buffer.from(secret).toString("hex"), JSON.stringify(secret)]);
  await info.attach("encodings", { body: forms.join("\\n"), contentType: "text/plain" });
  expect(await page.context().cookies(), card + password).toEqual(forms);
});`;

const needles: readonly Needle[] = [
  ...needlesOf({ user: "qa", password: PASSWORD }),
  ...needlesOf({ user: "cards", password: CARD.replaceAll(" ", "") }).filter(({ name }) => name.startsWith("password")),
  REAL_CARD,
  { name: "a visit cookie", isIn: (bytes) => bytes.includes("sealedsealed") },
  { name: "a security code", isIn: (bytes) => new RegExp(`["\\s]${CODE}["\\s]`).test(bytes.toString("latin1")) },
];

function run(settings: string) {
  return runOfSuite(FAILS, {
    folder,
    settings: `retries: 0, ${settings}`,
    parameters: ["--project=desktop"],
    variables: {
      E2E_ADDRESS: address,
      E2E_GOOD_CARD: CARD,
      E2E_GOOD_CARD_CODE: CODE,
      E2E_ALLOWED_CARDS: `${host}=${CARD.replaceAll(" ", "")}`,
      E2E_SERVICE_USER: USER,
      E2E_SERVICE_PASSWORD: PASSWORD,
    },
  });
}

function filesBelow(results: string): readonly string[] {
  return readdirSync(results, { recursive: true, encoding: "utf8" });
}

test("P60: masks cards, security codes, passwords and cookies in traces, reports and what a run prints", async () => {
  const { code, output, lastLine, results, read } = await run("");
  assert.equal(code, 1, output);
  assert.equal(lastLine, "0 passed, 1 failed");
  assert.doesNotMatch(output, /DELETED/);
  const files = filesBelow(results);
  assert.deepEqual(
    ["report/index.html", "junit.xml", "results.json"].filter((file) => !files.includes(file)),
    [],
  );
  const trace =
    files.find((file) => file.startsWith("tests/") && file.endsWith("trace.zip")) ?? assert.fail("no trace");
  assert.deepEqual(await leaksBelow(results, needles), []);
  const printed = Buffer.from(output);
  assert.deepEqual(
    needles.filter(({ isIn }) => isIn(printed)).map(({ name }) => name),
    [],
  );
  const parts = extractParts(readFileSync(join(results, trace)), 1e8);
  assert.ok(
    parts.some(({ bytes }) => bytes.includes("xxxx xxxx xxxx 4242")),
    "the last four digits are left",
  );
  assert.match(read("junit.xml"), /types a card and a password/);
});

test("P60: deletes and names reports with a secret, and exits with 1, when nothing was masked", async () => {
  const { code, output, results } = await run(
    'reporter: config.reporter.filter(([name]) => !name.includes("mask-reporter"))',
  );
  assert.equal(code, 1, output);
  for (const file of ["report/index.html", "junit.xml", "results.json"]) {
    assert.match(output, new RegExp(`DELETED .*${file}: it contained .*E2E_SERVICE_PASSWORD`));
    assert.equal(existsSync(join(results, file)), false, file);
  }
  assert.match(output, /DELETED .*trace\.zip: it contained .*a sealed cookie or link/);
  assert.deepEqual(await leaksBelow(results, needles), []);
});
