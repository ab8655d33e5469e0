import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { Card } from "#src/payments/domain/card.ts";
import { freePort } from "#test/programs.ts";
import { UNKNOWN_HOST } from "#test/unknown-host.ts";
import { processorOverHttp } from "./processor-over-http.ts";

const CARD = new Card({ name: "Ada", number: "4111111111111111", expiryMonth: 12, expiryYear: 2031, cvv: "737" });
const AMOUNT = { minor: 9700, currency: "AUD" };
/** Long enough never to end a call that is answered. */
const PATIENT_MS = 10_000;
/** Short, yet long enough to connect. */
const HASTY_MS = 1_000;

type Answering = (response: ServerResponse, request: IncomingMessage) => void;

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status).end(JSON.stringify(body));
const CHARGE = { id: "p1", attempt: "a1", state: "authorised" };

test("accepts an answer about this attempt", async (context) => {
  assert.deepEqual(await paid(context, json(200, CHARGE)), { state: "authorised", id: "p1" });
  assert.deepEqual(await paid(context, json(200, { ...CHARGE, state: "declined", code: "lost_or_stolen" })), {
    state: "declined",
    id: "p1",
    code: "lost_or_stolen",
  });
});

const NOT_KNOWN: readonly (readonly [what: string, answering: Answering])[] = [
  ["a connection reset after the request", (response) => response.socket?.resetAndDestroy()],
  ["a connection closed after the request", (response) => response.socket?.end()],
  [
    "half an answer",
    (response) => response.writeHead(200, { "content-length": 100 }).write('{"id":', () => response.destroy()),
  ],
  [
    "half an answer without its length",
    (response) => response.writeHead(200).write('{"id":', () => response.destroy()),
  ],
  ["no answer in time", () => {}],
  ["an answer that never ends", (response) => response.writeHead(200).write("{")],
  ["a page", (response) => response.writeHead(200).end("<html>It works</html>")],
  ["an empty answer", (response) => response.writeHead(200).end()],
  ["another attempt's answer", json(200, { ...CHARGE, attempt: "a2" })],
  ["an unknown state", json(200, { ...CHARGE, state: "pending" })],
  ["a fault", json(500, { code: "processor_fault" })],
  ["an overloaded processor", json(503, {})],
  ["an attempt that is under way", json(409, { code: "in_flight" })],
  ["an attempt with another body", json(422, { code: "idempotency_key_reused" })],
  ["an answer far too long", (response) => response.writeHead(200).end(" ".repeat(100_000))],
];

for (const [what, answering] of NOT_KNOWN) {
  test(`${what} leaves the charge not known, and is sent once`, async (context) => {
    const server = await serving(context, answering);
    const limitMs = what === "no answer in time" || what === "an answer that never ends" ? HASTY_MS : PATIENT_MS;
    assert.equal(await charge(server.url, limitMs), "not_known");
    assert.equal(server.requests.length, 1);
  });
}

test("a redirect is not followed", async (context) => {
  const elsewhere = await serving(context, json(200, CHARGE));
  const server = await serving(context, (response) => response.writeHead(307, { location: elsewhere.url }).end("{}"));
  assert.equal(await charge(server.url), "not_known");
  assert.equal(elsewhere.requests.length, 0);
});

test("answers not_sent when the processor was not reached", async (context) => {
  assert.equal(await charge(`http://127.0.0.1:${await freePort()}`), "not_sent");

  assert.equal(await charge("http://no-such-host.invalid"), "not_sent");

  const server = await serving(context, json(200, CHARGE));
  assert.equal(await charge(server.url.replace("http:", "https:")), "not_sent", "no TLS, so no request left");
  assert.equal(server.requests.length, 0);
});

test("answers not_sent when the processor rejects the request unread", async (context) => {
  assert.equal(await paid(context, json(401, { code: "wrong_secret" })), "not_sent");
  assert.equal(await paid(context, json(400, { code: "bad_request" })), "not_sent");
});

test("says why a call had no whole answer, or one that is not the processor's", async (context) => {
  const faults: unknown[] = [];
  const onFault = (...fault: readonly unknown[]) => void faults.push(fault);
  const ask = (url: string, limitMs = PATIENT_MS) =>
    processorOverHttp({ url, secret: "a secret", limitMs, onFault }).authorise("a1", AMOUNT, CARD);
  const answering = async (given: Answering) => (await serving(context, given)).url;
  await ask(`http://127.0.0.1:${await freePort()}`);
  await ask(`http://${UNKNOWN_HOST}`);
  await ask((await answering(json(200, CHARGE))).replace("http:", "https:"));
  await ask(await answering(() => {}), HASTY_MS);
  await ask(await answering((_response, { socket }) => void socket.destroy()));
  await ask(await answering(json(401, { code: "wrong_secret" })));
  await ask(await answering(json(503, {})));
  // What the processor says is no fault.
  await ask(await answering(json(200, CHARGE)));
  await ask(await answering(json(402, {})));
  assert.deepEqual(faults, [
    ["authorise", "connection refused"],
    ["authorise", "name not found"],
    ["authorise", "no TLS that both sides speak"],
    ["authorise", "no answer in time"],
    ["authorise", "connection broken"],
    ["authorise", "credential refused", 401],
    ["authorise", "answered with an error", 503],
  ]);
});

test("the processor gets the amount as text, the attempt as key, and the card", async (context) => {
  const server = await serving(context, json(200, CHARGE));
  await charge(server.url);
  assert.deepEqual(server.requests, [
    {
      line: "POST /payments",
      key: "a1",
      authorization: "Bearer a secret",
      body: '{"attempt":"a1","amount":"97.00","currency":"AUD","card":{"name":"Ada","number":"4111111111111111","expiryMonth":12,"expiryYear":2031,"cvv":"737"}}',
    },
  ]);
});

test("takes only the processor's own 404 for an attempt that was never charged", async (context) => {
  const ask = async (answering: Answering) => reach((await serving(context, answering)).url).findByAttempt("a1");
  assert.equal(await ask(json(404, { code: "no_such_payment" })), undefined);
  assert.equal(await ask(json(404, { message: "Not found" })), "not_known");
  assert.equal(await ask((response) => response.writeHead(404).end("<html>")), "not_known");
  assert.equal(await ask(json(500, {})), "not_known");
  assert.deepEqual(await ask(json(200, { ...CHARGE, state: "captured" })), { state: "captured", id: "p1" });
});

test("a change is made, refused, or not known", async (context) => {
  const change = async (answering: Answering) => reach((await serving(context, answering)).url);
  assert.equal(await (await change(json(200, { ...CHARGE, state: "captured" }))).capture("p1"), "captured");
  assert.equal(await (await change(json(402, { code: "capture_refused" }))).capture("p1"), "refused");
  assert.equal(await (await change(json(200, { ...CHARGE, state: "voided" }))).voidCharge("p1"), "voided");
  assert.equal(await (await change(json(200, { ...CHARGE, state: "refunded" }))).refund("p1"), "refunded");
  assert.equal(await (await change(json(200, CHARGE))).capture("p1"), "not_known");
  assert.equal(await (await change(json(200, { ...CHARGE, id: "p2", state: "voided" }))).voidCharge("p1"), "not_known");
  assert.equal(await (await change(json(500, {}))).voidCharge("p1"), "not_known");
  assert.equal(await reach("http://no-such-host.invalid").capture("p1"), "not_known");
});

test("a kept connection closed after the request leaves the charge not known, and is sent once", async (context) => {
  const server = await serving(context, (response, { socket }) => {
    if (server.requests.length === 1) json(200, CHARGE)(response);
    else socket.destroy();
  });
  const processor = reach(server.url);
  await processor.authorise("a1", AMOUNT, CARD);
  assert.equal(await processor.authorise("a1", AMOUNT, CARD), "not_known");
  assert.equal(server.requests.length, 2);
  assert.equal(server.connections.length, 1);
});

test("answers not_sent when a processor that was reached before is gone", async (context) => {
  const server = await serving(context, json(200, CHARGE));
  const processor = reach(server.url);
  await processor.authorise("a1", AMOUNT, CARD);
  await server.stop();
  assert.equal(await processor.authorise("a1", AMOUNT, CARD), "not_sent");
});

function reach(url: string, limitMs = PATIENT_MS) {
  return processorOverHttp({ url, secret: "a secret", limitMs });
}

function charge(url: string, limitMs?: number) {
  return reach(url, limitMs).authorise("a1", AMOUNT, CARD);
}

async function paid(context: TestContext, answering: Answering) {
  return charge((await serving(context, answering)).url);
}

/** Starts a server that reads each request, records it and answers as scripted. */
async function serving(context: TestContext, answering: Answering) {
  const requests: object[] = [];
  const connections: Socket[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    requests.push({
      line: `${method} ${url}`,
      key: headers["idempotency-key"],
      authorization: headers.authorization,
      body: Buffer.concat(chunks).toString(),
    });
    answering(response, request);
  })
    .on("connection", (socket) => connections.push(socket))
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  // A connection is closed once the client has closed it too.
  const closeConnections = async () => {
    await Promise.all(connections.map((socket) => once(socket.end(), "close")));
  };
  const stop = async () => {
    await closeConnections();
    await promisify(server.close.bind(server))();
  };
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: addressOf(server.address()), requests, connections, closeConnections, stop };
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === "string") throw new TypeError("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}
