import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { logRequests, patternOf } from "./access-log.ts";

test("logs failed and slow requests, at most fifty in a second, and the others for debugging alone", async (context) => {
  const lines: (readonly unknown[])[] = [];
  let nowMs = 5_000;
  let tookMs = 0;
  let level = "info";
  logRequests({
    write: (...line) => void lines.push(line),
    isWritten: (asked) => asked === level || asked === "info",
    nowMs: () => nowMs,
  });
  const server = createServer((request, response) => {
    nowMs += tookMs;
    response.statusCode = request.url?.startsWith("/en") ? 200 : 503;
    response.end();
  });
  context.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => {
    const [answer] = (await once(get({ port, path }), "response")) as [IncomingMessage];
    await text(answer);
  };

  await ask("/en");
  assert.deepEqual(lines, []);
  for (let times = 0; times < 60; times += 1) await ask("/service/AB12CD34EF?card=4111");
  assert.equal(lines.length, 50);
  assert.deepEqual(lines[0], [
    "info",
    "A request was answered.",
    { request: undefined, page: "GET /service/…", status: 503, ms: 0 },
  ]);

  lines.length = 0;
  nowMs += 1_000;
  tookMs = 2_000;
  await ask("/en");
  const page = { request: undefined, page: "GET /en", status: 200 };
  assert.deepEqual(lines, [
    ["info", "Lines of requests were left out.", { lines: 10 }],
    ["info", "A request was answered.", { ...page, ms: 2_000 }],
  ]);
  level = "debug";
  tookMs = 0;
  await ask("/en");
  assert.deepEqual(lines.at(-1), ["debug", "A request was answered.", { ...page, ms: 0 }]);
});

test("a link of an order is in no line, wherever it stands in an address", () => {
  const link = "eyJhbGciOiJkaXIifQ..aB3-_";
  for (const [address, pattern] of [
    [`/en/sales/${link}/pdf`, "/en/sales/…/pdf"],
    [`/en/promoter/sign-in?next=/en/sales/${link}`, "/en/promoter/sign-in"],
    [`/en/promoter/sign-in/invitation/${link}`, "/en/promoter/sign-in/invitation/…"],
    ["/en/promoter/sign-in/password/aB3dE-_9", "/en/promoter/sign-in/password/…"],
    ["/en/partner/Q4XN7TB2KM9RVC1ZP8DLWS3HJF", "/en/partner/…"],
    [`//en//sales/${link}`, "//en//sales/…"],
    [`/en/%2Fen%2Fsales%2F${link}`, "/en/…"],
    [`https://localhost/en/sales/${link}`, "…//localhost/en/sales/…"],
  ] as const)
    assert.equal(patternOf(address), pattern);
});
