import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { payCart } from "#lib/ticketing/carts.ts";
import { Credential } from "#lib/ticketing/client/credential.ts";
import { NotSent } from "#lib/ticketing/client/fault.ts";
import { getEvent, searchEvents } from "#lib/ticketing/events.ts";
import { getPromoter } from "#lib/ticketing/promoters.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { endAfterCalls, startAirlock } from "./server.ts";
import { readAirlockSettings } from "./settings.ts";

const MIB = 1024 * 1024;
const SECRET = "the word that only the airlock knows";
const BASIC = `Basic ${Buffer.from(`shop:${SECRET}`).toString("base64")}`;
const EUROS = { minor: 9700, currency: "EUR" };

const service = await fixture.startFixtureService();
const folder = await mkdtemp(join(tmpdir(), "foyer-airlock-"));
const socketPath = join(folder, "airlock.sock");
const given = {
  TICKETING_AIRLOCK: `unix:${socketPath}`,
  TICKETING_URL: service.url,
  TICKETING_CA: service.ca,
  TICKETING_USER: "shop",
  TICKETING_PASSWORD: SECRET,
  TICKETING_ACCOUNT: "7",
};
const airlock = await startAirlock(settingsOf());
after(async () => {
  airlock.close();
  airlock.closeAllConnections();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});
applySettings({ TICKETING_AIRLOCK: given.TICKETING_AIRLOCK, TICKETING_URL: service.url, TICKETING_ACCOUNT: "7" });
delete process.env.TICKETING_USER;
delete process.env.TICKETING_PASSWORD;

beforeEach(() => service.behave(fixture.answers({})));

function settingsOf(changes: Readonly<Record<string, string>> = {}) {
  const settings = readAirlockSettings({ NODE_ENV: "test", ...given, ...changes });
  assert.ok(typeof settings === "object", String(settings));
  return settings;
}

type Sent = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The socket of another airlock. */
  readonly at?: string;
  readonly agent?: Agent;
};

/** Sends any request to the airlock, as code in the web process could. */
async function send(method: string, path: string, { headers = {}, body, at = socketPath, agent }: Sent = {}) {
  const sent = request({ socketPath: at, method, path, headers, agent });
  // A refused body ends its connection, which the answer may come before.
  sent.on("error", () => undefined);
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = await Array.fromAsync(answer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() };
}

test("adds the shop's credential to a call of the storefront, which has none", async () => {
  service.behave(fixture.answers([], 200, { "x-total-count": "0", "x-matched": "nearly", "set-cookie": "a=b" }));
  assert.deepEqual(await searchEvents({ page: 1, pageSize: 1, q: "Ångström & Söhne" }), {
    ...{ events: [], total: 0, isMore: false, isNearly: true },
  });
  const [{ path = "", headers = {} } = {}] = service.received;
  assert.match(path, /^\/v2\/account\/7\/eventSummaries\?/);
  assert.equal(headers.authorization, BASIC);
});

test("P25: answers 403 to anything but a call of the shop, and sends nothing to the service", async () => {
  const refused = [
    ["POST", "/event/"],
    ["PUT", "/event/1/publish/true"],
    ["GET", "/account/8"],
    ["GET", "/account/8/eventSummaries"],
    ["GET", "/user/login"],
    ["POST", "/user/token"],
    ["PUT", "/admission/1/admit"],
    ["DELETE", "/cart/ABCDEFGH12"],
    ["GET", "/cart/../event/1"],
    ["GET", "/cart/%2e%2e/event"],
    ["GET", "/event/1/detailed/../../user/login"],
    ["GET", "/event/1/detailed?as=manager"],
    ["GET", "//service.example/event/1/detailed"],
    ["GET", "http://service.example/event/1/detailed"],
    ["OPTIONS", "/event/1/detailed"],
    ["HEAD", "/event/1/detailed"],
  ] as const;
  for (const [method, path] of refused) assert.equal((await send(method, path)).status, 403, `${method} ${path}`);
  assert.deepEqual(service.received, []);
  assert.equal((await send("GET", "/event/1/detailed")).status, 200, "the control");
});

test("P25: a call of a promoter goes on with the promoter's credential, and other calls with one are refused", async () => {
  await getPromoter(new Credential("ada", "her word")).catch(() => undefined);
  const [{ headers = {} } = {}] = service.received;
  assert.equal(headers.authorization, `Basic ${Buffer.from("ada:her word").toString("base64")}`);
  service.behave(fixture.answers({}));
  const as = { headers: { Authorization: "Basic YWRhOmhlciB3b3Jk" } };
  for (const [method, path] of [
    ["POST", "/event/"],
    ["GET", "/cart/ABCDEFGH12"],
    ["POST", "/cart/ABCDEFGH12/payment"],
  ] as const)
    assert.equal((await send(method, path, as)).status, 403, path);
  assert.deepEqual(service.received, []);
});

test("forwards only the headers of the interface, both ways, and never the credential back", async () => {
  service.behave((response, { headers }) =>
    response
      .writeHead(200, { "content-type": "application/json", "set-cookie": "a=b", "x-echo": headers.authorization })
      .end("{}"),
  );
  const headers = { Cookie: "visit=1", "X-Forwarded-For": "1.2.3.4", "Sale-Key": "ABCDEFGH12", Host: "other.example" };
  const answer = await send("GET", "/admission/12", { headers });
  const [{ headers: received = {} } = {}] = service.received;
  assert.deepEqual(
    [received.cookie, received["x-forwarded-for"], received["sale-key"]],
    [undefined, undefined, "ABCDEFGH12"],
  );
  assert.equal(received.host, new URL(service.url).host);
  assert.equal(answer.headers["set-cookie"], undefined);
  assert.equal(JSON.stringify(answer).includes(BASIC), false);
});

test("answers 413 to a request that is larger than any form, with and without its length", async () => {
  const body = Buffer.alloc(MIB + 1, " ");
  const type = { "Content-Type": "application/json" };
  for (const headers of [type, { ...type, "Transfer-Encoding": "chunked" }])
    assert.equal((await send("POST", "/quote", { headers, body })).status, 413);
  assert.deepEqual(service.received, []);
});

test("ends an answer that is larger than the storefront reads", async () => {
  service.behave(fixture.answers("x".repeat(5 * MIB)));
  await assert.rejects(send("GET", "/event/1/detailed"));
});

test("keeps the connection to the service, except for a payment, which has its own", async () => {
  service.behave(fixture.answers({ type: "SUCCESS" }));
  for (const path of ["/event/1/detailed", "/event/2/detailed"]) await send("GET", path);
  await payCart("CARTCART01", EUROS, [], "attempt");
  const [first, second, payment] = service.received.map(({ connection }) => connection);
  assert.equal(first, second);
  assert.notEqual(payment, first);
  assert.equal(service.received[2]?.headers["idempotency-key"], "attempt");
});

test("P05: an answer of the service that is lost leaves the payment unknown, sent once", async () => {
  service.behave(fixture.closesConnection);
  assert.equal(await payCart("CARTCART01", EUROS, [], "attempt"), "not_known");
  assert.equal(service.received.length, 1);
});

test("P05: where the airlock cannot reach the service, or trust it, nothing was sent and the buyer may try again", async () => {
  const other = await fixture.startFixtureService();
  after(other.close);
  for (const changes of [{ TICKETING_URL: "https://localhost:9/v2" }, { TICKETING_CA: other.ca }]) {
    const path = join(folder, "second.sock");
    const second = await startAirlock(settingsOf({ ...changes, TICKETING_AIRLOCK: `unix:${path}` }));
    after(() => second.close().closeAllConnections());
    const { status, headers } = await send("POST", "/cart/CARTCART01/payment", { body: "{}", at: path });
    assert.deepEqual([status, headers["airlock-not-sent"]], [502, "1"]);
  }
  assert.deepEqual(service.received, []);
});

// A kept connection that stays open would hold the stop for a minute.
test("a stop answers the call under way, and ends the connection that was kept for more", {
  timeout: 20_000,
}, async () => {
  const path = join(folder, "stopping.sock");
  const stopping = await startAirlock(settingsOf({ TICKETING_AIRLOCK: `unix:${path}` }));
  const arrived = Promise.withResolvers<() => void>();
  service.behave((response) => arrived.resolve(() => response.writeHead(200).end("{}")));
  const agent = new Agent({ keepAlive: true });
  const sent = send("GET", "/event/1/detailed", { at: path, agent });
  const answer = await arrived.promise;
  const ended = endAfterCalls(stopping);
  answer();
  assert.equal((await sent).status, 200);
  await ended;
});

test("a service cannot say in the airlock's name that nothing was sent", async () => {
  service.behave(fixture.answers("", 502, { "airlock-not-sent": "1" }));
  assert.equal(await payCart("CARTCART01", EUROS, [], "attempt"), "not_known");
});

test("only the user and the group of the socket may open it", async () => {
  assert.equal((await stat(socketPath)).mode & 0o777, 0o660);
});

test("names each setting that is missing or wrong", () => {
  assert.match(
    String(readAirlockSettings({ NODE_ENV: "test" })),
    /TICKETING_AIRLOCK is not set[\s\S]*TICKETING_ACCOUNT is not set/,
  );
  for (const [name, value] of [
    ["TICKETING_AIRLOCK", "unix:relative.sock"],
    ["TICKETING_AIRLOCK", "http://0.0.0.0:4005"],
    ["TICKETING_URL", "http://service.example/v2"],
    ["TICKETING_URL", "https://user:word@service.example/v2"],
    ["TICKETING_ACCOUNT", "0"],
    ["TICKETING_USER", "a:b"],
    ["TICKETING_CA", "/nowhere/ca.pem"],
  ] as const)
    assert.match(String(readAirlockSettings({ NODE_ENV: "test", ...given, [name]: value })), new RegExp(name), value);
  const production = { NODE_ENV: "test", ...given, FOYER_ENVIRONMENT: "production" } as const;
  assert.match(String(readAirlockSettings(production, 0)), /runs as root/);
  assert.equal(typeof readAirlockSettings(production, 1000), "object");
});

test("without the airlock's socket no call is sent", async () => {
  await rm(socketPath);
  airlock.closeAllConnections();
  await assert.rejects(getEvent(1), NotSent);
});
