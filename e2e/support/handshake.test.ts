import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { environment } from "./env.ts";
import { refuseUnlessTestSystem } from "./handshake.ts";

/** A storefront that says of itself whatever it is told to, and counts what was written to it. */
let says: (response: ServerResponse) => void = () => undefined;
let writes = 0;
const server = createServer((request, response) => {
  if (request.method !== "GET") writes += 1;
  says(response);
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

function meet(behaviour: typeof says, settings: Record<string, string> = {}): Promise<void> {
  says = behaviour;
  return refuseUnlessTestSystem(environment({ E2E_ADDRESS: address, ...settings }));
}

const FALSE_TARGETS: readonly (readonly [what: string, behaviour: typeof says, settings?: Record<string, string>])[] = [
  ["production", json({ environment: "production", payments: "live" })],
  ["a sandbox that takes real money", json({ environment: "sandbox", payments: "live" })],
  ["a test system whose payments are unknown", json({ environment: "uat", payments: "unknown" })],
  ["a test system that does not say how it is paid", json({ environment: "uat" })],
  ["production that says its payments are fake", json({ environment: "production", payments: "fake" })],
  ["a shop without the handshake", json({}, 404)],
  [
    "a shop whose name only begins like the confirmed one",
    json({}, 404),
    { E2E_CONFIRM_HOST: `localhost:${port}.evil.example` },
  ],
  ["a shop confirmed by its host without the port", json({}, 404), { E2E_CONFIRM_HOST: "localhost" }],
  ["a shop that fails, though confirmed", json({}, 500), { E2E_CONFIRM_HOST: `localhost:${port}` }],
  [
    "a redirect to production",
    (response) => response.writeHead(302, { location: "https://tickets.example/" }).end(),
    { E2E_CONFIRM_HOST: `localhost:${port}` },
  ],
  ["a page instead of an answer", (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>")],
  ["an answer that is a list", json([{ environment: "sandbox", payments: "fake" }])],
  ["a shop that hangs up", (response) => response.socket?.destroy()],
  [
    "a test system, with a card that is not on the list",
    json({ environment: "sandbox", payments: "fake" }),
    { E2E_GOOD_CARD: "4242 4242 4242 4242" },
  ],
];

for (const [what, behaviour, settings] of FALSE_TARGETS) {
  test(`P55: refused, and nothing written: ${what}`, async () => {
    await assert.rejects(meet(behaviour, settings));
    assert.equal(writes, 0);
  });
}

test("P55, the control: a sandbox, a test system, and a host confirmed by name are let pass", async () => {
  await meet(json({ environment: "sandbox", payments: "fake" }));
  await meet(json({ environment: "uat", payments: "fake" }));
  await meet(json({}, 404), { E2E_CONFIRM_HOST: `localhost:${port}` });
});

test("P55: a test system whose payments are unknown is refused with the setting that its operator would need", async () => {
  await assert.rejects(meet(json({ environment: "uat", payments: "unknown" })), /FOYER_PAYMENTS=fake/);
});

test("a setting that is wrong is named", () => {
  assert.throws(() => environment({ E2E_ADDRESS: "not an address" }), /E2E_ADDRESS/);
  assert.throws(() => environment({ E2E_ADDRESS: address, E2E_EVENT: "-1" }), /E2E_EVENT/);
});
