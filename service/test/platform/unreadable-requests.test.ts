import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import test from "node:test";
import { createApp, UNCHECKED_HOST } from "#src/app.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, BUYER, CARD, openShop, signedIn } from "#test/test-app.ts";

const { app, db, shop, promoter, putOn, reserve, reserved, close } = await openShop();
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;
test.after(close);

/** Sends this text unchanged, and returns the status, the head and the body of the answer. */
async function send(text: string, to = port) {
  const socket = connect(to, "127.0.0.1");
  await once(socket, "connect");
  socket.write(text);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk;
  });
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.slice(9, 12)), head, body: JSON.parse(body) };
}

const HOST = "Host: localhost\r\nConnection: close\r\n";
const unreadable: readonly (readonly [what: string, text: string, status: number, code: string])[] = [
  ["an unknown method", `FROBNICATE /v2/cart HTTP/1.1\r\n${HOST}\r\n`, 405, "METHOD"],
  ["a tunnel", `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, 405, "METHOD"],
  ["TRACE", `TRACE /v2/cart HTTP/1.1\r\n${HOST}\r\n`, 405, "METHOD"],
  ["a method of another protocol", `PROPFIND /v2/cart HTTP/1.1\r\n${HOST}\r\n`, 405, "METHOD"],
  ["OPTIONS of everything", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 400, "TYPE"],
  ["two hosts", `GET /v2/cart HTTP/1.1\r\nHost: evil.example\r\n${HOST}\r\n`, 400, "TYPE"],
  ["no host", "GET /v2/cart HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "TYPE"],
  ["a foreign address", `GET http://evil.example/v2/cart HTTP/1.1\r\n${HOST}\r\n`, 400, "TYPE"],
  ["an address without a slash", `GET v2/cart HTTP/1.1\r\n${HOST}\r\n`, 400, "TYPE"],
  ["percent signs without digits", `GET /v2/cart/%E0%A4 HTTP/1.1\r\n${HOST}\r\n`, 400, "TYPE"],
  ["a NUL", `GET /v2/%00 HTTP/1.1\r\n${HOST}\r\n`, 404, "NOT_FOUND"],
  ["the name of a host as a path", `GET //evil.example HTTP/1.1\r\n${HOST}\r\n`, 404, "NOT_FOUND"],
  ["a backslash", `GET /\\evil.example HTTP/1.1\r\n${HOST}\r\n`, 404, "NOT_FOUND"],
  ["a very long address", `GET /v2/${"x".repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431, "TOO_LARGE"],
  ["a malformed header", `GET /v2/cart HTTP/1.1\r\n${HOST}no colon\r\n\r\n`, 400, "TYPE"],
];

for (const [what, text, status, code] of unreadable) {
  test(`answers ${status} in the common error body for ${what}`, async () => {
    const answer = await send(text);
    assert.equal(answer.status, status);
    assert.deepEqual(Object.keys(answer.body), ["successful", "messages", "errors"]);
    assert.equal(answer.body.errors[0].code, code);
    assert.match(answer.head, /content-type: application\/json; charset=utf-8/i);
    assert.match(answer.head, /cache-control: no-store/i);
    if (status === 405) assert.match(answer.head, /allow: GET, POST, PUT, DELETE/i);
  });
}

test("a probe of HTTP/1.0 needs no Host", async () => {
  assert.equal((await send("GET /health HTTP/1.0\r\n\r\n")).status, 200);
});

/** Instead of the seconds of `serve.ts`. */
const SOON = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 20 };

test("ends a body and headers that arrive too slowly with 408, and serves others meanwhile", async () => {
  const slow = createApp(testRuntime(db), {
    serverFactory: (handler) => createServer({ ...SOON, ...UNCHECKED_HOST }, handler),
  });
  await slow.listen({ host: "127.0.0.1", port: 0 });
  const { port: listens } = slow.server.address() as AddressInfo;
  const sent = `${HOST}Authorization: ${signedIn("shop")}\r\nContent-Type: application/json\r\n`;
  const trickled = [
    `POST /v2/reservation HTTP/1.1\r\n${sent}Content-Length: 100\r\n\r\n{`,
    `POST /v2/reservation HTTP/1.1\r\n${sent}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
    `POST /v2/reservation HTTP/1.1\r\n${sent}X-A: `,
  ].map((text) => send(text, listens));
  assert.equal((await send(`GET /health HTTP/1.1\r\n${HOST}\r\n`, listens)).status, 200);
  for (const { status, body } of await Promise.all(trickled)) {
    assert.equal(status, 408);
    assert.match(body.errors[0].message, /did not arrive in time/);
  }
  await slow.close();
});

test("P09: reads an amount with an exponent as JSON does, in both pay calls", async () => {
  const { event, type } = await putOn({ price: 10, fee: 0 });
  const hold = async () => {
    const made = await reserve(shop, { event, type }, 1);
    await shop("POST", `/cart/${at(made, "multiSaleKey")}/lock`, BUYER);
    return { key: String(at(made, "key")), cart: String(at(made, "multiSaleKey")) };
  };
  const byCart = await hold();
  const card = JSON.stringify(CARD);
  const wrong = await shop("POST", `/cart/${byCart.cart}/payment`, `{"amount":1e2,"creditCard":${card}}`);
  assert.equal(at(wrong, "type"), "WRONG_AMOUNT");
  const paid = await shop("POST", `/cart/${byCart.cart}/payment`, `{"amount":1e1,"creditCard":${card}}`);
  assert.deepEqual([at(paid, "type"), at(paid, "amount", "amount")], ["SUCCESS", 10]);

  const { key } = await hold();
  const cash = await promoter("POST", `/reservation/${key}/payment`, `{"amounts":{"CASH":100.0e-1}}`);
  assert.equal(at(cash, "type"), "SUCCESS");
});

test("accepts every JSON notation of a whole number", async () => {
  const { event, type } = await putOn();
  const body = `{"event":${event}.0,"tickets":[{"ticketType":${type},"quantity":20e-1}]}`;
  const made = await shop("POST", "/reservation/", body);
  assert.deepEqual([made.status, at(made, "invoice", "lines", 0, "quantity")], [200, 2]);
});

test("P09: refuses a repeated key by its path, on every call with a body", async () => {
  const { event, type, cart, key } = await reserved(1);
  const calls = [
    [
      "POST",
      "/reservation/",
      `{"event":${event},"tickets":[{"ticketType":${type},"quantity":1,"quantity":2}]}`,
      "tickets[0].quantity",
    ],
    ["POST", `/cart/${cart}/lock`, `{"EMAIL":"a@example.com","EM\\u0041IL":"b@example.com"}`, "EMAIL"],
    ["POST", `/cart/${cart}/payment`, `{"amount":47.5,"amount":1}`, "amount"],
    ["POST", `/reservation/${key}/payment`, `{"amounts":{"CASH":1,"CASH":2}}`, "amounts.CASH"],
    ["PUT", `/event/${event}`, `{"name":"One","name":"Two"}`, "name"],
    ["POST", `/cart/${cart}/extend`, `{"a":1,"a":1}`, "a"],
  ] as const;
  for (const [method, path, body, repeated] of calls) {
    const refused = await promoter(method, path, body);
    assert.equal(refused.status, 400, path);
    assert.deepEqual([at(refused, "errors", 0, "path"), at(refused, "errors", 0, "code")], [repeated, "TYPE"]);
  }
});
