import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { environment } from "./env.ts";
import { refuseUnlessTestSystem } from "./handshake.ts";

/** Answers each request of the stand-in storefront, which also counts the writes that it receives. */
let respond: (response: ServerResponse) => void = () => undefined;
let writes = 0;
const server = createServer((request, response) => {
  if (request.method !== "GET") writes += 1;
  respond(response);
});
server.listen(0, "localhost");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const address = `http://localhost:${port}`;
after(() => server.close());

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

function checkTarget(behaviour: typeof respond, settings: Record<string, string> = {}): Promise<string> {
  respond = behaviour;
  return refuseUnlessTestSystem(environment({ E2E_ADDRESS: address, ...settings }));
}

const REFUSED_TARGETS: readonly (readonly [
  what: string,
  behaviour: typeof respond,
  settings?: Record<string, string>,
])[] = [
  ["production", json({ environment: "production", payments: "live" })],
  ["a sandbox with live payments", json({ environment: "sandbox", payments: "live" })],
  ["a test system whose payments are unknown", json({ environment: "uat", payments: "unknown" })],
  ["a test system that does not name its payments", json({ environment: "uat" })],
  ["production with fake payments", json({ environment: "production", payments: "fake" })],
  ["a storefront without the handshake", json({}, 404)],
  [
    "a storefront whose host only begins like the confirmed one",
    json({}, 404),
    { E2E_CONFIRM_HOST: `localhost:${port}.evil.example` },
  ],
  ["a storefront confirmed by its host without the port", json({}, 404), { E2E_CONFIRM_HOST: "localhost" }],
  ["a confirmed storefront that answers 500", json({}, 500), { E2E_CONFIRM_HOST: `localhost:${port}` }],
  [
    "a redirect to production",
    (response) => response.writeHead(302, { location: "https://tickets.example/" }).end(),
    { E2E_CONFIRM_HOST: `localhost:${port}` },
  ],
  ["HTML instead of JSON", (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>")],
  ["a list instead of an object", json([{ environment: "sandbox", payments: "fake" }])],
  ["a closed connection", (response) => response.socket?.destroy()],
  [
    "a test system, with a card that is not on the list",
    json({ environment: "sandbox", payments: "fake" }),
    { E2E_GOOD_CARD: "4242 4242 4242 4242" },
  ],
];

const VISA_TEST = { E2E_GOOD_CARD: "4242 4242 4242 4242", E2E_BAD_CARD: "4000000000000002" };
const ALLOWED = `localhost:${port}=4242424242424242,4000000000000002`;

for (const [what, behaviour, settings] of [
  ...REFUSED_TARGETS,
  [
    "cards that are allowed at another host",
    json({ environment: "uat", payments: "fake" }),
    { ...VISA_TEST, E2E_ALLOWED_CARDS: ALLOWED.replace("localhost", "uat.example") },
  ],
  [
    "allowed cards at a host without the handshake",
    json({}, 404),
    { ...VISA_TEST, E2E_ALLOWED_CARDS: ALLOWED, E2E_CONFIRM_HOST: `localhost:${port}` },
  ],
] as const) {
  test(`P55: refuses ${what}, and writes nothing`, async () => {
    await assert.rejects(checkTarget(behaviour, settings));
    assert.equal(writes, 0);
  });
}

test("P55: accepts a sandbox, a test system, and a host that is confirmed by name", async () => {
  await checkTarget(json({ environment: "sandbox", payments: "fake" }));
  await checkTarget(json({ environment: "uat", payments: "fake" }));
  await checkTarget(json({}, 404), { E2E_CONFIRM_HOST: `localhost:${port}` });
});

test("accepts any card that is allowed at a host whose handshake promises fake payments", async () => {
  const settings = { ...VISA_TEST, E2E_ALLOWED_CARDS: ALLOWED };
  await checkTarget(json({ environment: "uat", payments: "fake" }), settings);
});

test("P55: refuses a test system with unknown payments, and names the setting that its operator needs", async () => {
  await assert.rejects(checkTarget(json({ environment: "uat", payments: "unknown" })), /FOYER_PAYMENTS=fake/);
});

test("names a wrong setting", () => {
  assert.throws(() => environment({ E2E_ADDRESS: "not an address" }), /E2E_ADDRESS/);
  assert.throws(() => environment({ E2E_ADDRESS: address, E2E_EVENT: "-1" }), /E2E_EVENT/);
});
