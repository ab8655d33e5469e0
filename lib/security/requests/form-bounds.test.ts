import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { isCheap, refuseCostlyForm } from "./form-bounds.ts";

const TYPE = "multipart/form-data; boundary=x";

function multipart(parts: readonly (readonly [name: string, value: string])[]): string {
  const all = parts.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${all.join("")}--x--\r\n`;
}

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

for (const [what, parts] of [
  [
    "of a script",
    [
      ["_1_name", "Ada"],
      ["0", '[{"fieldErrors":{"email":"$undefined"}},"$K1"]'],
    ],
  ],
  [
    "without a script",
    [
      ["$ACTION_REF_1", ""],
      ["$ACTION_1:0", '{"id":"a","bound":"$@1"}'],
      ["$ACTION_1:1", '[{"values":{"a":"$$n5"}}]'],
    ],
  ],
  [
    "with brackets in an answer",
    [
      ["answer", "[".repeat(500)],
      ["other", '"$Bill" said so'],
    ],
  ],
  ["with 50 guests of 40 answers", Array.from({ length: 2_000 }, (_, at) => [`guest.${at}`, "x".repeat(200)] as const)],
] as const)
  test(`lets a form through ${what}`, () => assert.ok(isCheap(multipart(parts), TYPE)));

for (const [what, name, value] of [
  ["deep arguments", "0", `[${nested(4_000)}]`],
  ["deep arguments by another name of the same number", "1e0", nested(4_000)],
  ["a deep state", "$ACTION_1:1", `[${'{"a":'.repeat(400)}1${"}".repeat(400)}]`],
  ["a set", "0", '["$W1"]'],
  ["large numbers", "1", '["$n18446744073709551623"]'],
  ["a stream", "0", '{"a":"$R1"}'],
  ["a deep key", "2", `{"a":{"b":"$Q1"}}`],
] as const)
  test(`refuses a form with ${what}`, () =>
    assert.equal(
      isCheap(
        multipart([
          ["_1_name", "Ada"],
          [name, value],
        ]),
        TYPE,
      ),
      false,
    ));

test("refuses too many parts, and deep arguments that are no multipart form", () => {
  assert.equal(isCheap(multipart(Array.from({ length: 6_000 }, () => ["a", "1"])), TYPE), false);
  assert.equal(isCheap(nested(4_000), "text/plain;charset=UTF-8"), false);
  assert.ok(isCheap("[]", "text/plain;charset=UTF-8"));
});

test("refuses a form of which two readers could take other texts for its parts", () => {
  const set = multipart([["0", '["$W1"]']]);
  for (const type of [
    "multipart/form-data; xboundary=y; boundary=x",
    "multipart/form-data",
    "multipart/mixed; boundary=x",
  ])
    assert.equal(isCheap(set, type), false, type);
  const hidden = Buffer.from('["$W1"]', "utf16le").toString("latin1");
  const part = `--x\r\nContent-Disposition: form-data; name="0"\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\n`;
  assert.equal(isCheap(`${part}${hidden}\r\n--x--\r\n`, TYPE), false);
  for (const type of ['multipart/form-data; boundary="x"', "multipart/form-data;boundary=x"])
    assert.ok(isCheap(multipart([["a", "1"]]), type), type);
});

const server = createServer(async (request, response) => {
  const refusal = await refuseCostlyForm(request).catch(() => undefined);
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

test("a form without a body is read as empty", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${TYPE}\r\n\r\n`);
  assert.match(await text(socket), /read 0$/m);
});
