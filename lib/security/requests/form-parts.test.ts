import assert from "node:assert/strict";
import { createRequire } from "node:module";
import type { Writable } from "node:stream";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { partsOf } from "./form-parts.ts";

const BOUNDARY = "----WebKitFormBoundary0123456789abcdef";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const PARTS_MAX = 5_000;

type Parts = readonly (readonly [name: string, text: string])[];

/** The parser with which the framework reads a call, made as the framework makes it. */
const busboy = createRequire(import.meta.url)("next/dist/compiled/busboy") as (options: object) => Writable;
/** It reads what is in memory within one turn of the event loop. After a file that breaks off it may never end. */
const TURNS_MAX = 10;

async function partsOfCall(body: string, type: string): Promise<Parts | undefined> {
  const parts: (readonly [string, string])[] = [];
  let parser: Writable;
  try {
    parser = busboy({ defParamCharset: "utf8", headers: { "content-type": type } });
  } catch {
    return undefined;
  }
  parser.on("field", (name: string, text: string, { encoding }: { encoding: string }) =>
    parts.push([name, encoding === "7bit" ? text : `in ${encoding}`]),
  );
  parser.on("file", (name: string, file: NodeJS.ReadableStream) => {
    parts.push([name, "a file"]);
    file.on("error", () => {}).resume();
  });
  parser.on("error", () => {});
  parser.end(Buffer.from(body, "latin1"));
  for (let turn = 0; turn < TURNS_MAX && !parser.closed; turn++) await setImmediate();
  return parser.closed && parser.errored === null ? parts : undefined;
}

/** The parser with which the framework reads a form without script: the one of the web's `Request`. */
async function partsOfForm(body: string, type: string): Promise<Parts | undefined> {
  const request = new Request("http://localhost", {
    method: "POST",
    headers: { "Content-Type": type },
    body: Buffer.from(body, "latin1"),
  });
  const form = await request.formData().catch(() => undefined);
  return form && [...form].map(([name, value]) => [name, typeof value === "string" ? value : "a file"] as const);
}

/** What both parsers make of a body; "differ" when they do not agree, or one of them reads none. */
async function partsOfBoth(body: string, type: string): Promise<Parts | "differ" | undefined> {
  const [ofCall, ofForm] = await Promise.all([partsOfCall(body, type), partsOfForm(body, type)]);
  return JSON.stringify(ofCall) === JSON.stringify(ofForm) ? ofCall : "differ";
}

function ourParts(body: string, type = TYPE): Parts | undefined {
  return partsOf(body, type, PARTS_MAX)?.map(([name, text]) => [name, Buffer.from(text, "latin1").toString()]);
}

/** Names of our fields, and names that two readers could read differently. */
const NAMES = [
  "0",
  "$ACTION_1:0",
  "_1_email",
  "S0",
  " 0",
  "a%22b",
  "0%0D%0A",
  "a\\b",
  "\\0",
  "a;b",
  "\u00a00",
  "\ufeff0",
  "a".repeat(400),
];

/** Heads of parts: one that browsers write, and others that a careless reader takes for it. */
const HEADS = [
  'content-disposition:form-data;name="0"',
  'Content-Disposition: form-data; name="0"; filename="a"',
  'Content-Disposition: form-data; filename="a"; name="0"',
  "Content-Disposition: form-data; name=0",
  "Content-Disposition: form-data; name*=utf-8''0",
  'Content-Disposition: form-data; name="a"; name="0"',
  'Content-Disposition: form-data;\r\n name="0"',
  'Content-Disposition: attachment; name="0"',
  'Content-Disposition: form-data; name="0"\r\nContent-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: base64\r\nContent-Disposition: form-data; name="0"',
  'Content-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="0"',
  ...["text/plain", "text/plain; charset=UTF-8", "text/plain; charset=utf-16le", "text/plain;charset=latin1"].map(
    (type) => `Content-Disposition: form-data; name="0"\r\nContent-Type: ${type}`,
  ),
  'Content-Disposition: form-data; name="0"\r\nContent-Type: application/octet-stream',
  'Content-Disposition: form-data; name="0"\r\nContent-Type: text/plain;\r\n charset=utf-16le',
  "",
];

/** Texts that stand between parts, in a place where one reader expects them or another one. */
const PIECES = [
  BOUNDARY,
  `--${BOUNDARY}`,
  `--${BOUNDARY}--`,
  `\r\n--${BOUNDARY}`,
  `\r\n--${BOUNDARY}\r\n`,
  `\r\n--${BOUNDARY}--\r\n`,
  `\n--${BOUNDARY}\r\n`,
  `\r\n--${BOUNDARY} \r\n`,
  `\r\n--${BOUNDARY.toLowerCase()}\r\n`,
  "--",
  "-",
  "\r\n",
  "\r\n\r\n",
  "\n",
  "\r",
  " ",
  '"',
  ";",
  "\u0000",
  "\ufeff",
  'Content-Disposition: form-data; name="0"\r\n\r\n["$W1"]',
  '["$W1"]',
  "",
];

const usual = <T>(one: T, others: readonly T[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(one) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ minLength: 1, maxLength: 9 }));
const head = fc.oneof(
  { weight: 4, arbitrary: name.map((one) => `Content-Disposition: form-data; name="${one}"`) },
  { weight: 1, arbitrary: fc.constantFrom(...HEADS) },
);
const value = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(...PIECES),
  fc.json({ maxDepth: 2 }),
);
const part = fc.tuple(
  usual(`--${BOUNDARY}\r\n`, PIECES),
  head,
  usual("\r\n\r\n", ["\r\n", "\n\n", "\r\n \r\n"]),
  value,
  usual("\r\n", ["", "\n", " \r\n"]),
);
/** Forms that are right or nearly so. */
const forms = fc
  .tuple(
    usual("", ["\r\n", "a\r\n", "--"]),
    fc.array(part, { maxLength: 3 }),
    usual(`--${BOUNDARY}--\r\n`, [`--${BOUNDARY}--`, `--${BOUNDARY}--\r\na`, `--${BOUNDARY}-`, ...PIECES]),
  )
  .map(([before, parts, after]) => Buffer.from(`${before}${parts.flat().join("")}${after}`).toString("latin1"));

/** A form that breaks off in a file, after a part without a boundary. */
const UNENDED = `--${BOUNDARY}--Content-Disposition: form-data; name="0"\r\n\r\na\r\n--${BOUNDARY}\r\nContent-Disposition: attachment; name="0"\r\n\r\nb\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; filename="a"; name="0"\r\n\r\nc`;

test("what it takes for the parts of a form, both parsers of the framework do", async () => {
  const found = { read: 0, refused: 0, differ: 0 };
  await fc.assert(
    fc.asyncProperty(forms, async (body) => {
      const both = await partsOfBoth(body, TYPE);
      const ours = ourParts(body);
      if (both === "differ") found.differ += 1;
      found[ours === undefined ? "refused" : "read"] += 1;
      if (ours !== undefined) assert.deepEqual(both, ours);
    }),
    { numRuns: 2_000, examples: [[UNENDED]] },
  );
  // The control: a check that lets everything through would have failed, and one that refuses everything would be noticed.
  assert.ok(found.read > 200 && found.refused > 200 && found.differ > 200, JSON.stringify(found));
});

test("a form as browsers write it is read, whatever was typed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.stringMatching(/^[\w$:.-]{1,20}$/), value)), async (all) => {
      const form = new FormData();
      for (const [name, text] of all) form.append(name, text);
      const posted = new Response(form);
      const type = posted.headers.get("content-type") ?? "";
      const body = Buffer.from(await posted.bytes()).toString("latin1");
      assert.deepEqual(ourParts(body, type), await partsOfForm(body, type));
    }),
    { numRuns: 300 },
  );
});

/** A form of one field whose boundary is this text. */
const formOf = (boundary: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${boundary}--\r\n`;
const FIREFOX = "----geckoformboundary3b0a0c7a5d1b2c3d4e5f60718293a4b5";

test("the types of browsers are read, and one that both parsers do not read alike is not", async () => {
  for (const [type, boundary] of [
    [TYPE, BOUNDARY],
    [`multipart/form-data; boundary=${FIREFOX}`, FIREFOX],
    [`multipart/form-data;boundary="${BOUNDARY}"`, BOUNDARY],
    [`multipart/form-data; boundary=${"a".repeat(70)}`, "a".repeat(70)],
  ] as const) {
    assert.deepEqual(ourParts(formOf(boundary), type), [["a", "b"]], type);
    assert.deepEqual(await partsOfBoth(formOf(boundary), type), [["a", "b"]], type);
  }
  const differ: string[] = [];
  for (const [type, boundary] of [
    ["multipart/form-data; boundary=x", "x"],
    [`multipart/form-data; boundary=${"a".repeat(71)}`, "a".repeat(71)],
    [`multipart/form-data; boundary=${BOUNDARY},a`, BOUNDARY],
    [`multipart/form-data; boundary="${BOUNDARY}\\a"`, `${BOUNDARY}a`],
    [`multipart/form-data; xboundary=y; boundary=${BOUNDARY}`, BOUNDARY],
    [`multipart/form-data; boundary=${BOUNDARY}; charset=utf-16le`, BOUNDARY],
    [`multipart/mixed; boundary=${BOUNDARY}`, BOUNDARY],
    [`application/x-www-form-urlencoded; boundary=${BOUNDARY}`, BOUNDARY],
    ["multipart/form-data", BOUNDARY],
  ] as const) {
    assert.equal(ourParts(formOf(boundary), type), undefined, type);
    if ((await partsOfBoth(formOf(boundary), type)) === "differ") differ.push(type);
  }
  assert.ok(differ.length > 1, "the control: the parsers do not agree about some of them");
});

test("a part without an end of its own, and more parts than may be, are refused", () => {
  const head = 'Content-Disposition: form-data; name="a"';
  assert.deepEqual(ourParts(`--${BOUNDARY}\r\n${head}\r\n\r\n\r\n--${BOUNDARY}--`), [["a", ""]]);
  assert.equal(ourParts(`--${BOUNDARY}\r\n${head}\r\n\r\n--${BOUNDARY}--`), undefined);
  assert.equal(ourParts(`--${BOUNDARY}\r\n${head}\r\n--${BOUNDARY}--`), undefined);
  const parts = `--${BOUNDARY}\r\n${head}\r\n\r\nb\r\n`.repeat(3);
  assert.equal(partsOf(`${parts}--${BOUNDARY}--`, TYPE, 3)?.length, 3);
  assert.equal(partsOf(`${parts}--${BOUNDARY}--`, TYPE, 2), undefined);
});
