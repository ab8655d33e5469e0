import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, unzipSync, zipSync } from "fflate";
import { configuration } from "#e2e/support/target/env.ts";
import { createMask } from "./mask.ts";
import { maskTrace } from "./mask-trace.ts";
import { needlesOfRun, secretsOf } from "./secrets.ts";

const env = configuration({
  E2E_SERVICE_USER: "qa",
  E2E_SERVICE_PASSWORD: 'p&ss "wörd"/+9',
  E2E_BASIC_USER: "gate",
  E2E_BASIC_PASSWORD: "basic-password",
  E2E_COOKIE_KEYS: "first-cookie-key,second-cookie-key",
  E2E_PROXY: "http://proxy-user:proxy%20password@proxy.example:3128",
  E2E_GOOD_CARD: "4242 4242 4242 4242",
  E2E_BAD_CARD: "4000000000000002",
});
const mask = createMask(env);
const needles = needlesOfRun(env);
const foundIn = (bytes: Buffer) => needles.filter(({ isIn }) => isIn(bytes)).map(({ name }) => name);

test("P60: masks every secret of the settings in every encoding, in texts and in bytes", () => {
  const secrets = secretsOf(env);
  for (const name of [
    "E2E_SERVICE_PASSWORD",
    "E2E_BASIC_PASSWORD with its user",
    "E2E_COOKIE_KEYS",
    "the password of E2E_PROXY",
  ])
    assert.ok(
      secrets.some((secret) => secret.name.startsWith(name)),
      name,
    );
  for (const { name, bytes } of secrets) {
    const surrounded = Buffer.concat([Buffer.from([0, 1, 2]), bytes, Buffer.from([3, 255])]);
    assert.notDeepEqual(foundIn(surrounded), [], name);
    const masked = mask.bytes(surrounded);
    assert.deepEqual(foundIn(masked), [], name);
    assert.equal(masked.length, surrounded.length);
    assert.deepEqual(foundIn(Buffer.from(mask.text(`before ${bytes.toString()} after`))), [], name);
  }
});

test("P60: masks cards in any writing but for the last four digits, and leaves other numbers", () => {
  assert.equal(mask.text("4111 1111 1111 1103 and 4111111111111301"), "xxxx xxxx xxxx 1103 and xxxxxxxxxxxx1301");
  assert.equal(mask.text("5555-5555-5555-4444"), "xxxx-xxxx-xxxx-4444");
  assert.equal(mask.text("order 4111111111111112, id 1795386449505"), "order 4111111111111112, id 1795386449505");
});

test("P60: masks header lines, sealed cookies, and the values of secret inputs in every language", () => {
  assert.equal(
    mask.text("  Authorization: Bearer abc.def\n  accept: text/html"),
    "  Authorization: (masked)\n  accept: text/html",
  );
  assert.equal(mask.text("set-cookie: a=b; Path=/"), "set-cookie: (masked)");
  const sealed = `eyJhbGciOiJkaXIi.${""}.${"i".repeat(16)}.${"c".repeat(40)}.${"t".repeat(22)}`;
  assert.equal(mask.text(`cart ${sealed}`), `cart ${"x".repeat(sealed.length)}`);
  assert.equal(
    mask.text('- textbox "Security code" [ref=e1]: "123"\n- text: 123'),
    '- textbox "Security code" [ref=e1]: (masked)\n- text: 123',
  );
  assert.equal(mask.text("Fill \"123\" getByLabel('Security code')"), "Fill \"(masked)\" getByLabel('Security code')");
  assert.equal(mask.text("Fill \"123\" getByLabel('Prüfnummer')"), "Fill \"(masked)\" getByLabel('Prüfnummer')");
  assert.equal(mask.text('name="1_code"\r\n\r\n123\r\n--'), 'name="1_code"\r\n\r\n(masked)\r\n--');
  assert.equal(mask.text("Fill \"2\" getByLabel('Quantity')"), "Fill \"2\" getByLabel('Quantity')");
});

test("P60: masks cookies, credentials and secret inputs in a trace, and keeps the rest", () => {
  const events = [
    {
      type: "before",
      callId: "1",
      title: 'Fill "987"',
      params: { selector: 'internal:label="Security code"i', value: "987" },
    },
    { type: "log", callId: "1", message: '  fill("987")' },
    {
      type: "before",
      callId: "2",
      title: 'Fill "Ada"',
      params: { selector: 'internal:label="First name"i', value: "Ada" },
    },
    { type: "frame-snapshot", snapshot: { html: ["INPUT", { __playwright_value_: "987", autocomplete: "cc-csc" }] } },
    {
      type: "resource-snapshot",
      request: { cookies: [{ name: "visit", value: "987" }], headers: [{ name: "Cookie", value: "987" }] },
    },
  ];
  const lines = events.map((event) => JSON.stringify(event)).join("\n");
  const trace = zipSync({
    "0-trace.trace": strToU8(`${lines}\n`),
    "resources/a.dat": strToU8('name="1_code"\r\n\r\n987\r\n'),
  });
  const masked = unzipSync(maskTrace(Buffer.from(trace), mask));
  const texts = Object.entries(masked).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
  assert.deepEqual(
    texts.map(([name]) => name),
    ["0-trace.trace", "resources/a.dat"],
  );
  assert.doesNotMatch(texts.join(), /987/);
  assert.match(texts.join(), /"Ada".*"visit"/s);
  assert.throws(() => maskTrace(Buffer.from("PK\u0003\u0004 damaged"), mask));
});
