import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { after, type TestContext, test } from "node:test";
import { makeCertificates } from "#setup/certificates.ts";
import type { RenderMessage } from "#src/notifications/domain/message.ts";
import { type RendererSettings, storefrontRenderer } from "#src/notifications/outside/storefront-renderer.ts";
import { stage } from "#test/buying.ts";
import { freePort } from "#test/programs.ts";
import { UNKNOWN_HOST } from "#test/unknown-host.ts";
import { messageOf, messageRuntime, openMail, openMessages, tryOnce } from "./message-stage.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const DAY_MS = 24 * 60 * 60 * 1_000;

let handle: Handle;
const { db, catcher } = await openMail();
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const storefront = createServer((request, response) => handle(request, response)).listen(port, "127.0.0.1");
after(() => storefront.close());

const RENDERED = { subject: "Your tickets", text: "Text", html: "<p>HTML</p>", attachments: [] };
const runtime = (origins: readonly string[] = [origin]) =>
  messageRuntime(db, catcher.server, storefrontRenderer({ rendererOrigins: new Set(origins) }));
const renderer = () => ({ address: `${origin}/api/messages`, token: "sealed" });
const answers =
  (status: number, body?: unknown): Handle =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));

test("asks the storefront with its token for the message, by keys and details alone", async () => {
  let asked: unknown;
  let authorization: string | undefined;
  handle = (request, response) => {
    authorization = request.headers.authorization;
    json(request).then((body) => {
      asked = body;
      answers(200, RENDERED)(request, response);
    });
  };
  const { queue } = await openMessages(db);
  const details = { refund: { amount: { amount: 5, currency: "NZD" } } };
  const id = await queue("ada@example.com", { kind: "REFUNDED", saleKeys: ["ABC"], details, renderer: renderer() });
  assert.equal(await tryOnce(runtime(), id), "settled");
  assert.equal(authorization, "Bearer sealed");
  const { createdAt, ...rest } = Object(asked);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.deepEqual(rest, {
    id,
    kind: "REFUNDED",
    language: "en",
    recipient: "ada@example.com",
    sales: ["ABC"],
    details,
    purchase: {},
  });
  assert.equal((await catcher.messages("ada@example.com"))[0]?.subject, "Your tickets");
});

test("attaches a picture that the HTML shows in place, and refuses a name of two lines", async () => {
  const picture = { filename: "event-7.jpg", contentType: "image/jpeg", contentBase64: btoa("a JPEG") };
  const html = '<p><img src="cid:event-7"></p>';
  handle = answers(200, { ...RENDERED, html, attachments: [{ ...picture, cid: "event-7" }] });
  const { queue } = await openMessages(db);
  const id = await queue("picture@example.com", { renderer: renderer() });
  assert.equal(await tryOnce(runtime(), id), "settled");
  const [message] = await catcher.messages("picture@example.com");
  // The catcher's parser finds the picture by its name, as a mail program does.
  assert.ok(message?.html.includes(`<img src="data:image/jpeg;base64,${picture.contentBase64}"`), message?.html);

  handle = answers(200, { ...RENDERED, attachments: [{ ...picture, cid: "event-7>\r\nX: y" }] });
  assert.equal(await tryOnce(runtime(), await queue("lines@example.com", { renderer: renderer() })), "again");
});

for (const [what, of] of [
  ["an error", answers(500)],
  ["a redirect", (_request, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
  ["a message without a text", answers(200, { subject: "S" })],
  ["a subject of two lines", answers(200, { ...RENDERED, subject: "S\r\nBcc: b@example.com" })],
  ["a broken connection", (request) => request.socket.destroy()],
] as const satisfies readonly (readonly [string, Handle])[]) {
  test(`${what} instead of a message is tried again, and sends nothing yet`, async () => {
    handle = of;
    const id = await (await openMessages(db)).queue("wait@example.com", { renderer: renderer() });
    assert.equal(await tryOnce(runtime(), id), "again");
    assert.match((await messageOf(db, id))?.last_error ?? "", /^It is not rendered: the storefront/);
    assert.equal((await catcher.messages("wait@example.com")).length, 0);
  });
}

test("the service sends its own text once the storefront has not rendered for an hour, and not because the message is old", async () => {
  const order = await paidOrder();
  const state = async () => (await messageOf(db, order.id))?.state;
  await db.query(
    "UPDATE message SET recipient = 'hour@example.com', renderer = $2, queued_at = now() - interval '1 day' WHERE id = $1",
    [order.id, JSON.stringify(renderer())],
  );
  handle = answers(503);
  assert.equal(await tryOnce(runtime(), order.id), "again", "the mail server was away for a day");
  await db.query("UPDATE message SET not_rendered_since = now() - interval '59 minutes' WHERE id = $1", [order.id]);
  assert.equal(await tryOnce(runtime(), order.id), "again");
  await db.query("UPDATE message SET not_rendered_since = now() - interval '61 minutes' WHERE id = $1", [order.id]);
  assert.equal(await tryOnce(runtime(), order.id), "settled");
  assert.equal(await state(), "SENT");
  assert.match((await catcher.messages("hour@example.com"))[0]?.text ?? "", /Ticket code: /);
});

test("a storefront that is away gives up no message, however old; one that cannot render this one does after a week", async () => {
  const { queue } = await openMessages(db);
  const id = await queue("week@example.com", { kind: "WAITING_LIST_CONFIRM", renderer: renderer() });
  await db.query("UPDATE message SET queued_at = now() - interval '8 days', own_failures = 5000 WHERE id = $1", [id]);
  for (const status of [429, 502, 503, 504]) {
    handle = answers(status);
    assert.equal(await tryOnce(runtime(), id), "again", String(status));
  }
  for (const status of [422, 500]) {
    await db.query("UPDATE message SET state = 'QUEUED', queued_at = now() - interval '8 days' WHERE id = $1", [id]);
    handle = answers(status);
    assert.equal(await tryOnce(runtime(), id), "settled");
    const { state, last_error } = Object(await messageOf(db, id));
    assert.deepEqual([state, last_error], ["DEAD", `It is not rendered: the storefront answered ${status}.`]);
  }
});

/** Starts a storefront with a certificate of a private authority for localhost, which was made at this time. */
async function startSecure(t: TestContext, madeAt: Date) {
  const folder = mkdtempSync(join(tmpdir(), "private-authority-"));
  await makeCertificates(folder, madeAt);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const [key, cert, ca] = [read("server-key.pem"), read("server.pem"), read("ca.pem")];
  rmSync(folder, { recursive: true });
  const hosts: unknown[] = [];
  const server = createSecureServer({ key, cert }, (request, response) => {
    hosts.push(request.headers.host);
    answers(200, RENDERED)(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close());
  return { ca, hosts, connectTo: { host: "127.0.0.1", port: Number(Object(server.address()).port) } };
}

/** Has this storefront's message rendered, and returns what came of it. */
const renderAt = (at: string, settings: Partial<RendererSettings> = {}) =>
  storefrontRenderer({ rendererOrigins: new Set([at]), ...settings })(
    { address: `${at}/api/messages`, token: "sealed" },
    {} as Parameters<RenderMessage>[1],
  );

test("reaches a shop at another address than its name leads to, by its own name and with its private authority", async (t) => {
  const { ca, hosts, connectTo } = await startSecure(t, new Date());
  // Nothing listens at port 9, where the name leads.
  assert.equal((await renderAt("https://localhost:9", { connectTo, ca })).result, "rendered");
  assert.deepEqual(hosts, ["localhost:9"]);
  const causes = [
    await renderAt("https://localhost:9", { ca }),
    await renderAt("https://localhost:9", { connectTo }),
    await renderAt("https://tickets.example", { connectTo, ca }),
  ].map((found) => found.result === "away" && found.cause);
  assert.deepEqual(causes, [
    "connection refused",
    "authority of the certificate not trusted",
    "certificate of another name",
  ]);
});

test("the cause is that the storefront's certificate has expired, or that its name is not there", async (t) => {
  const { ca, connectTo } = await startSecure(t, new Date(Date.now() - 400 * DAY_MS));
  const expired = await renderAt("https://localhost", { connectTo, ca });
  const reason = "the storefront was not reached: certificate expired";
  assert.deepEqual(expired, { result: "away", cause: "certificate expired", reason });
  const unknown = await renderAt(`https://${UNKNOWN_HOST}`);
  assert.deepEqual(unknown, {
    result: "away",
    cause: "name not found",
    reason: reason.replace("certificate expired", "name not found"),
  });
});

test("calls no storefront whose origin is no longer allowed", async () => {
  let calls = 0;
  handle = () => {
    calls += 1;
  };
  const id = await (await openMessages(db)).queue("gone@example.com", { renderer: renderer() });
  assert.equal(await tryOnce(runtime(["https://tickets.example"]), id), "again");
  assert.equal(calls, 0);
});

async function paidOrder(buyer: Readonly<Record<string, string>> = {}) {
  const { holdLocked, pay } = await stage(db);
  const { cartKey, key } = await holdLocked([1]);
  await pay(cartKey, "47.50");
  await db.query("UPDATE sale SET buyer = buyer || $2 WHERE key = $1", [key, JSON.stringify(buyer)]);
  const [row] = await db.query<{ id: string; renderer: unknown }>(
    "SELECT id, renderer FROM message WHERE sale_keys = ARRAY[$1]",
    [key],
  );
  assert.ok(row);
  return row;
}

test("without a storefront the service sends a plain text of its own, with the ticket's codes", async () => {
  const order = await paidOrder({ EMAIL: "plain@example.com" });
  assert.equal(order.renderer, null);
  await db.query("UPDATE message SET recipient = 'plain@example.com' WHERE id = $1", [order.id]);
  assert.equal(await tryOnce(runtime(), order.id), "settled");
  const [message] = await catcher.messages("plain@example.com");
  assert.match(message?.subject ?? "", /^Your tickets: /);
  assert.match(message?.text ?? "", /Total: \d+\.\d\d [A-Z]{3}/);
  assert.doesNotMatch(message?.text ?? "", /https?:/);
  assert.match(message?.text ?? "", /Ticket code: \S+/);
  assert.match(message?.text ?? "", /\d{4} at \d.* \([A-Z]\w+\/\w+\)/);
  assert.equal(message?.html, "");
});

test("for a storefront that stays away the service's own text says where the order is found, and has no link of it", async () => {
  handle = answers(503);
  const order = await paidOrder();
  await db.query(
    `UPDATE message SET recipient = 'away@example.com', renderer = $2, not_rendered_since = now() - interval '61 minutes' WHERE id = $1`,
    [order.id, JSON.stringify(renderer())],
  );
  const known = { ...runtime(), mail: { isSent: true, rendererOrigins: new Set([origin]) } };
  assert.equal(await tryOnce(known, order.id), "settled");
  const [message] = await catcher.messages("away@example.com");
  assert.equal(message?.text.match(/^Open your order .*$/m)?.[0], `Open your order by "Find my tickets" at ${origin}`);
});

test("a kind that needs a page of a storefront is given up without one", async () => {
  const { queue } = await openMessages(db);
  const id = await queue("offer@example.com", { kind: "WAITING_LIST_CONFIRM", renderer: undefined });
  assert.equal(await tryOnce(runtime(), id), "settled");
  assert.equal((await messageOf(db, id))?.state, "DEAD");
});
