import assert from "node:assert/strict";
import { test } from "node:test";
import { STOREFRONT } from "#e2e/system/contract/put-on-sale.ts";
import { builtActions } from "#e2e/tools/built-storefront.ts";
import { decompressed, fetchStorefront } from "#e2e/tools/fetch-storefront.ts";

const BOUNDARY = "----WebKitFormBoundary0123456789abcdef";
const MULTIPART = {
  "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
  origin: STOREFRONT,
  "sec-fetch-site": "same-origin",
};

const part = (name: string, value: string, header = "") =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${header}\r\n\r\n${value}\r\n`;
const asBase64 = (text: string) => Buffer.from(text).toString("base64");

/** Sends a form as React's script does, and as a browser without script. Returns the statuses, with that of another visitor's page. */
async function sendForm(
  action: string,
  rows: (prefix: string) => readonly string[],
  path = "/en/cart",
): Promise<readonly number[]> {
  const plain = [
    part("$ACTION_REF_1", ""),
    part("$ACTION_1:0", `{"id":"${action}","bound":"$@1"}`),
    ...rows("$ACTION_1:"),
  ];
  const statuses: number[] = [];
  for (const [body, more] of [
    [plain, {}],
    [rows(""), { "next-action": action }],
  ] as const) {
    const sent = { method: "POST", path, headers: { ...MULTIPART, ...more } };
    const [refused, served] = await Promise.all([
      fetchStorefront(STOREFRONT, { ...sent, body: `${body.join("")}--${BOUNDARY}--\r\n` }),
      fetchStorefront(STOREFRONT, { path: "/en" }),
    ]);
    statuses.push(refused.status, served.status);
  }
  return statuses;
}

test("a form that would take seconds to decode is refused, however it is written, and other visitors are served", async () => {
  const [{ id } = { id: "" }] = builtActions();
  const large = Array.from({ length: 20_000 }, (_, at) => `"$n${(BigInt(at) << 64n) + 7n}"`).join(",");
  const folded = "\r\nContent-Type: text/plain;\r\n charset=utf-8";
  const base64 = "\r\nContent-Transfer-Encoding: base64";
  for (const rows of [
    (to: string) => [part(`${to}2`, `[${large}]`), part(`${to}1`, '["$W2"]'), part(`${to}0`, '["$W2"]')],
    // The text of the boundary inside a value, where one who splits at it sees no JSON.
    (to: string) => [
      part(`${to}2`, `["--${BOUNDARY}x",${large}]`),
      ...["1", "0"].map((row) => part(`${to}${row}`, `["--${BOUNDARY}x","$W2"]`)),
    ],
    (to: string) =>
      ["2", "1", "0"].map((row) => part(`${to}${row}`, asBase64(row === "2" ? `[${large}]` : '["$W2"]'), base64)),
    (to: string) => ["2", "1", "0"].map((row) => part(`${to}${row}`, row === "2" ? `[${large}]` : '["$W2"]', folded)),
    (to: string) => [part(`${to}1`, `[${"[".repeat(4_000)}${"]".repeat(4_000)}]`), part(`${to}0`, '["$1"]')],
    (to: string) => [part(`${to}1`, `[${"[],".repeat(100_000)}[]]`), part(`${to}0`, '["$1"]')],
    (to: string) => [
      part(`${to}1`, "[1]"),
      part(`${to}0`, "[1]"),
      ...Array.from({ length: 6_000 }, (_, at) => part(`f${at}`, "1")),
    ],
  ])
    for (const path of ["/en/cart", "/en", "/en/nope", "/nope"])
      assert.deepEqual(await sendForm(id, rows, path), [400, 200, 400, 200], rows("").join("").slice(0, 200));
});

test("a form with what people type reaches its action, and a body that is no form is refused", async () => {
  const [{ id } = { id: "" }] = builtActions();
  const typed = ['"$Many thanks"', "$Qw1-7", '["$W1"]', '"}--', "[".repeat(5_000)];
  const reached = await sendForm(id, (to) => [
    ...typed.map((text, at) => part(to === "" ? `_1_typed${at}` : `typed${at}`, text)),
    part(`${to}1`, '[{"fieldErrors":{}}]'),
    ...(to === "" ? [part("0", '[{"fieldErrors":{}},"$K1"]')] : []),
  ]);
  assert.ok(
    reached.every((status) => status < 400 || status === 404),
    reached.join(),
  );
  for (const more of [{}, { "next-action": id }])
    for (const body of ["", "[]", "x".repeat(100_000)]) {
      const { status, where } = await fetchStorefront(STOREFRONT, {
        method: "POST",
        path: "/en/cart",
        headers: { ...MULTIPART, ...more },
        body,
      });
      assert.equal(status, 400, where);
    }
});

test("a form of another origin is refused in words, whoever asks; a file is loaded from everywhere", async () => {
  for (const origin of ["https://evil.example", "null"])
    for (const more of [{}, { "next-action": "4a" }]) {
      const refused = await fetchStorefront(STOREFRONT, {
        method: "POST",
        path: "/de/cart",
        headers: { ...MULTIPART, origin, ...more },
        body: `${part("_1_name", "Ada")}--${BOUNDARY}--\r\n`,
      });
      assert.equal(refused.status, 403, refused.where);
      assert.match(String(decompressed(refused)), /Deshalb haben wir nichts geändert/);
    }
  const script = await fetchStorefront(STOREFRONT, { path: "/embed.js", headers: { origin: "https://host.example" } });
  assert.equal(script.status, 200, script.where);
});
