import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { sendEarly } from "#lib/security/requests/http-server.ts";
import { isCheap, refuseCostlyForm } from "./form-bounds.ts";

const BOUNDARY = "----WebKitFormBoundary0123456789abcdef";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

type Fields = readonly (readonly [name: string, value: string])[];

function multipart(fields: Fields): string {
  const all = fields.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${all.join("")}--${BOUNDARY}--\r\n`;
}

const isCheapCall = (fields: Fields) => isCheap(multipart(fields), TYPE, true);
const isCheapForm = (fields: Fields) => isCheap(multipart(fields), TYPE, false);

/** What a browser without script sends besides what was typed. */
const PLAIN = [
  ["$ACTION_REF_1", ""],
  ["$ACTION_1:0", '{"id":"a","bound":"$@1"}'],
  ["$ACTION_1:1", '[{"values":{"a":"$$n5"},"message":"$undefined"}]'],
  ["$ACTION_KEY", "k7"],
] as const;
const CALLED = [["0", '[{"fieldErrors":{"email":"$undefined"}},"$K1"]']] as const;

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const many = (count: number, value: string) =>
  Array.from({ length: count }, (_, at) => [`_1_guest.${at}`, value] as const);

test("lets the forms of our pages through, with and without script, of 50 guests with 40 long answers too", () => {
  assert.ok(isCheapCall([["_1_name", "Ada"], ...CALLED]));
  assert.ok(isCheapForm([...PLAIN, ["name", "Ada"]]));
  assert.ok(
    isCheapForm([
      ["$ACTION_ID_4a", ""],
      ["name", "Ada"],
    ]),
  );
  const answers = many(2_000, "x".repeat(200));
  assert.ok(isCheapCall([...answers, ...CALLED]));
  assert.ok(isCheapForm([...PLAIN, ...answers]));
  const errors = Object.fromEntries(many(2_000, "Answer this."));
  const state = JSON.stringify([{ fieldErrors: errors, values: Object.fromEntries(answers) }]);
  assert.ok(isCheapForm([...PLAIN.slice(0, 2), ["$ACTION_1:1", state], ...answers]));
  assert.ok(isCheapCall([...answers, ["0", state]]));
});

test("never judges what people type", () => {
  for (const typed of [
    "$Qw1-7",
    '"$Many thanks"',
    '["$W1"]',
    `"${"[".repeat(500)}`,
    "[".repeat(5_000),
    nested(5_000),
    "{",
    "",
  ]) {
    assert.ok(isCheapCall([["_1_password", typed], ...CALLED]), typed.slice(0, 20));
    assert.ok(isCheapForm([...PLAIN, ["password", typed]]), typed.slice(0, 20));
    const state = JSON.stringify([{ values: { password: typed.replace(/^\$/, "$$$$") } }]);
    assert.ok(isCheapForm([...PLAIN.slice(0, 2), ["$ACTION_1:1", state]]), state.slice(0, 40));
  }
});

/** Rows that the framework decodes for long, or that none of our forms has. */
const COSTLY: readonly (readonly [what: string, row: string])[] = [
  ["deep arguments", `[${nested(4_000)}]`],
  ["deep objects", `[${'{"a":'.repeat(400)}1${"}".repeat(400)}]`],
  ["a set", '["$W1"]'],
  ["a map", '[{"a":{"b":"$Q1"}}]'],
  ["a large number", '["$n18446744073709551623"]'],
  ["a stream", '{"a":"$R1"}'],
  ["bytes", '["$A1"]'],
  ["a file", '["$B1"]'],
  ["an action", '["$h1"]'],
  ["a row of no number, which every name stands for", '["$@zz","$K1"]'],
  ["a part of such a row", '["$:a"]'],
  ["a text that begins a reference", '["$"]'],
  ["6,000 values", `[${"1,".repeat(6_000)}1]`],
  ["6,000 keys", JSON.stringify([Object.fromEntries(many(6_000, ""))])],
  ["6,000 references", JSON.stringify(Array.from({ length: 6_000 }, (_, at) => `$@${at.toString(16)}`))],
  ["more than half of the largest body", JSON.stringify(["x".repeat(600_000)])],
  ["no JSON", '["$W1"'],
  ["nothing", ""],
];

for (const [what, row] of COSTLY)
  test(`refuses a form with ${what}, by whatever name the framework finds it`, () => {
    for (const name of ["0", "1", "1e0", " 2", "S0", "Sx", "x", "$ACTION_1:0"])
      assert.equal(isCheapCall([["_1_name", "Ada"], ...CALLED, [name, row]]), false, name);
    for (const name of ["$ACTION_1:1", "$ACTION_1:2", "$ACTION_1:S0", "$ACTION_REF_a:b", "$ACTION_:", "$ACTION_x:_1_a"])
      assert.equal(isCheapForm([...PLAIN.slice(0, 2), [name, row]]), false, name);
  });

test("refuses too many parts, and too many rows", () => {
  assert.equal(isCheapForm(many(3_500, "1")), false);
  assert.equal(isCheapCall(Array.from({ length: 100 }, (_, at) => [`${at}`, "[]"])), false);
  assert.equal(isCheapForm(Array.from({ length: 100 }, (_, at) => [`$ACTION_REF_${at}`, ""])), false);
});

test("refuses a body that is no multipart form, whatever it is", () => {
  for (const body of ["", "[]", "a=b", "x".repeat(1_000_000), `--${BOUNDARY}`])
    for (const isCall of [true, false]) {
      assert.equal(isCheap(body, TYPE, isCall), false, body.slice(0, 20));
      assert.equal(isCheap(body, "application/x-www-form-urlencoded; charset=utf-8", isCall), false);
    }
});

const CROWD_BYTES_MAX = 1_500_000;
const server = createServer(async (request, response) => {
  const refusal = await refuseCostlyForm(request, CROWD_BYTES_MAX).catch(() => undefined);
  if (refusal?.status === 503) return sendEarly(response, refusal);
  response.end(`${refusal?.status ?? "read"} ${(await text(request).catch(() => "")).length}`);
}).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());
const { port } = server.address() as AddressInfo;

const HEAD = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${TYPE}\r\n`;

/** Sends a body in pieces, of which each arrives by itself. */
async function inPieces(body: string, pieces: number, isChunked: boolean): Promise<string> {
  const socket = connect(port, "127.0.0.1").setNoDelay();
  const answer = text(socket);
  socket.write(`${HEAD}${isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`}\r\n\r\n`);
  const size = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length; at += size) {
    const piece = body.slice(at, at + size);
    socket.write(isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
    await new Promise(setImmediate);
  }
  if (isChunked) socket.write("0\r\n\r\n");
  return answer;
}

test("a form that was checked can still be read whole, in however many pieces it arrived, with and without a length", async () => {
  const body = multipart([["a", "b".repeat(700_000)]]);
  for (const isChunked of [false, true])
    for (const pieces of [1, 2, 50])
      assert.match(await inPieces(body, pieces, isChunked), new RegExp(`read ${body.length}$`, "m"));
});

test("refuses a form without a length that is too large or empty, and one that ends too early", async () => {
  assert.match(await inPieces(multipart([["a", "b".repeat(1_200_000)]]), 20, true), /413 /);
  assert.match(await inPieces("", 1, true), /400 /);
  const socket = connect(port, "127.0.0.1");
  socket.end(`${HEAD}Content-Length: 100\r\n\r\nabc`);
  await text(socket);
});

test("a form without a body is none", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${TYPE}\r\n\r\n`);
  assert.match(await text(socket), /400 0$/m);
});

test("of more bodies than may be held while they arrive, the largest is refused, and its connection closed", async () => {
  const small = multipart([["a", "b".repeat(600_000)]]);
  const begin = (sent: string, length: number) => {
    const socket = connect(port, "127.0.0.1").setNoDelay();
    socket.write(`${HEAD.replace("Connection: close\r\n", "")}Content-Length: ${length}\r\n\r\n${sent}`);
    return socket;
  };
  const kept = begin(small.slice(0, -1), small.length);
  for (let robots = 0; robots < 3; robots += 1)
    assert.match(
      await text(begin("x".repeat(1_000_000), 1_000_001)),
      /^HTTP\/1\.1 503 .*^Retry-After: \d+\r$.*^Connection: close\r$/ims,
    );
  kept.write(small.slice(-1));
  const [answer] = await once(kept, "data");
  assert.match(String(answer), new RegExp(`read ${small.length}`));
  kept.destroy();
});
