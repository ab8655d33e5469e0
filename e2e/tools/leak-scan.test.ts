import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { strToU8, type Zippable, zipSync } from "fflate";
import PDFDocument from "pdfkit";
import { startRecordingProxy } from "#e2e/tools/forward-proxy.ts";
import {
  cardNeedle,
  leaksBelow,
  leaksIn,
  leaksInMessage,
  needlesOf,
  PERSONAL,
  REAL_CARD,
  SECURITY_CODE,
} from "#e2e/tools/leak-scan.ts";

/** The control of `e2e/system/leak`: what is planted is found. */
const SECRET = { user: "canary-user", password: 'pass "wörd" & <more>/+' };
const needles = needlesOf(SECRET);
const { password } = SECRET;
const bytes = Buffer.from(password);

const FONT = "node_modules/@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff";

const isFound = (text: string | Buffer) => leaksIn("x", Buffer.from(text as string), needles).length > 0;

const ENCODINGS: readonly (readonly [encoding: string, text: string | Buffer])[] = [
  ["plain", `the ${password} is`],
  ["reversed", [...password].reverse().join("")],
  ["hex", `0x${bytes.toString("hex")}`],
  ["upper-case hex", bytes.toString("hex").toUpperCase()],
  ["a query", `?p=${encodeURIComponent(password)}`],
  ["JSON", JSON.stringify({ password })],
  ["JSON in JSON", JSON.stringify(JSON.stringify({ password }))],
  ["HTML", password.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)],
  ["UTF-16", Buffer.from(password, "utf16le")],
  ["UTF-16, big-endian, at the end", Buffer.from(password, "utf16le").swap16()],
  ["a Basic header", `Basic ${Buffer.from(`${SECRET.user}:${password}`).toString("base64")}`],
  ["base64", Buffer.from(password).toString("base64")],
  ["base64 one byte later", Buffer.from(`x${password}y`).toString("base64")],
  ["base64 two bytes later", Buffer.from(`xx${password}yy`).toString("base64")],
  ["base64url", Buffer.from(`x${password}`).toString("base64url")],
  ["the user's name alone", `hello ${SECRET.user}`],
  ["gzip", gzipSync(password)],
  ["deflate", deflateSync(password)],
  ["raw deflate", deflateRawSync(password)],
  ["brotli", brotliCompressSync(password)],
  ["zstd", zstdCompressSync(password)],
  ["gzip twice", gzipSync(gzipSync(password))],
  ["a file of an archive", zipped({ "resources/page.html": strToU8(`<p>${password}</p>`) })],
  ["a compressed answer in a trace", zipped({ "resources/a": gzipSync(password) })],
  ["a report's archive", `<template>data:application/zip;base64,${base64(zipped({ "a.json": strToU8(password) }))}<`],
  ["the text of a PDF", await pdfWith((document) => document.text(`The password is ${password}.`))],
  ["the text of a PDF with an embedded font", await pdfWith((document) => document.font(FONT).text(password))],
  [
    "a compressed stream of a PDF",
    await pdfWith((document) => document.file(Buffer.from(password), { name: "a.txt" })),
  ],
  ["the metadata of a PDF", await pdfWith((document) => Object.assign(document.info, { Subject: password }))],
];

for (const [encoding, text] of ENCODINGS) {
  test(`finds a leak in ${encoding}`, () => assert.equal(isFound(text), true));
}

test("finds nothing in texts that do not contain the secret", () => {
  for (const text of ["", "pass", "canary", 'pass "word" & <more>', gzipSync("nothing to see"), bytes.subarray(1)]) {
    assert.equal(isFound(text), false, String(text));
  }
});

test("throws for an archive that cannot be read", () => {
  const archive = zipped({ "page.html": strToU8(password) });
  assert.throws(() => leaksIn("trace.zip", archive.subarray(0, archive.length / 2), needles));
});

test("P60: finds a real card in a trace, and no test card", () => {
  const trace = (text: string) => Buffer.from(zipSync({ "trace.network": strToU8(text) }));
  assert.deepEqual(leaksIn("trace.zip", trace("number=4242424242424242"), [REAL_CARD]), [
    { where: "trace.zip › trace.network", needle: "a card number off the test list" },
  ]);
  assert.deepEqual(leaksIn("trace.zip", trace("number=4111111111111103"), [REAL_CARD]), []);
  assert.equal(leaksIn("a log", Buffer.from("4111 1111 1111 1103"), [cardNeedle()]).length, 1);
});

test("finds a security code only after its name", () => {
  for (const text of ['{"cvv":"123"}', '{\\"cvc\\":\\"1234\\"}', "cvv2: 123"])
    assert.equal(leaksIn("x", Buffer.from(text), [SECURITY_CODE]).length, 1);
  for (const text of ["123", "cvv is missing"]) assert.deepEqual(leaksIn("x", Buffer.from(text), [SECURITY_CODE]), []);
});

for (const [text, needle] of [
  ['{"buyer":"ada@example.com"}', "an email address"],
  ["?email=ada%40example.com", "an email address"],
  ['"Ada Lovelace"', "a name of a buyer"],
  ["GET /v2/cart/AB12CD34EF/payment", "a key of a sale or a cart"],
  ["K7QM-2F4T-9XWD-H3PR", "the code of a voucher"],
  [`/en/sales/${"aB3_".repeat(10)}`, "the link of an order, a waiting list or a partner"],
  [`/en/partner/${"aB3".repeat(8)}xy`, "the link of an order, a waiting list or a partner"],
  ["authorization: Basic c2hvcDpzZWNyZXQ=", "a credential"],
] as const)
  test(`finds ${needle} in ${text.slice(0, 30)}`, () =>
    assert.deepEqual(
      leaksIn("a log", Buffer.from(text), PERSONAL).map((leak) => leak.needle),
      [needle],
    ));

test("finds a leak in a header or a cookie, and names the place", () => {
  const where = (headers: Record<string, string | string[]>) =>
    leaksInMessage("GET /", headers, Buffer.alloc(0), needles)[0]?.where;
  assert.equal(where({ "set-cookie": ["a=1", `b=${encodeURIComponent(password)}`] }), "GET /, headers");
  assert.equal(where({ "set-cookie": "a=1" }), undefined);
});

test("finds a leak in any file below a folder, compressed files included", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-leaks-"));
  after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "static", "chunks"), { recursive: true });
  await writeFile(join(folder, "static", "chunks", "a.js"), "export const nothing = 1;");
  assert.deepEqual(await leaksBelow(folder, needles), []);
  await writeFile(join(folder, "static", "chunks", "b.js.gz"), gzipSync(`const p = ${JSON.stringify(password)};`));
  const leaks = await leaksBelow(folder, needles);
  assert.ok(leaks.length > 0 && leaks.every(({ where }) => where === join("static", "chunks", "b.js.gz (unpacked)")));
});

test("records the served bytes unchanged, and finds a leak in them", async () => {
  const leaky = createServer((request, response) => {
    if (request.url === "/leak")
      return void response.writeHead(500, { "content-encoding": "gzip" }).end(gzipSync(password));
    response.writeHead(200, { "content-type": "text/plain" }).end(`requested from ${request.headers.host}`);
  });
  leaky.listen(0, "localhost");
  await once(leaky, "listening");
  const proxy = await startRecordingProxy(`http://localhost:${(leaky.address() as AddressInfo).port}`);
  after(() => [proxy, leaky].forEach((one) => void one.close()));

  assert.equal(await read(`${proxy.url}/`), `requested from ${new URL(proxy.url).host}`);
  assert.deepEqual(proxy.leaks(needles), []);
  await read(`${proxy.url}/leak`);
  assert.deepEqual(
    proxy.recorded.map(({ method, path, status }) => [method, path, status]),
    [
      ["GET", "/", 200],
      ["GET", "/leak", 500],
    ],
  );
  assert.equal(proxy.leaks(needles)[0]?.where, "GET /leak → 500, body (unpacked)");
});

async function read(url: string): Promise<string> {
  const [answer] = await once(get(url), "response");
  return Buffer.concat(await Array.fromAsync<Buffer>(answer)).toString("utf8");
}

/** Returns a compressed PDF of one page. */
async function pdfWith(draw: (document: PDFKit.PDFDocument) => unknown): Promise<Buffer> {
  const document = new PDFDocument({ compress: true });
  draw(document);
  document.end();
  return Buffer.concat(await Array.fromAsync<Buffer>(document));
}

function zipped(files: Zippable): Buffer {
  return Buffer.from(zipSync(files));
}

function base64(bytes: string | Buffer): string {
  return Buffer.from(bytes as string).toString("base64");
}
