import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { examine, examineOwn, reportOf } from "./doctor.ts";
import { environment } from "./env.ts";

/** The answers of a working storefront, service, processor and control port, which one server plays here. */
const HEALTHY: Readonly<Record<string, readonly [status: number, body: unknown, headers?: object]>> = {
  "/.well-known/foyer-environment": [200, { environment: "uat", payments: "fake" }],
  "/en/events.json": [
    200,
    {
      events: [
        { id: 3, name: "Othello", saleStatus: "SOLD_OUT" },
        { id: 7, name: "Hamlet", saleStatus: "ON_SALE" },
      ],
    },
  ],
  "/en/events/7": [200, {}],
};
const PASSWORD = "correct horse battery";
const signedIn = `Basic ${Buffer.from(`promoter:${PASSWORD}`).toString("base64")}`;

let responses = HEALTHY;
let writes = 0;
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== "GET") writes += 1;
  const isLogin = request.url === "/v2/user/login";
  const [status, body, headers = {}] = isLogin
    ? [request.headers.authorization === signedIn ? 200 : 401, {}]
    : (responses[request.url ?? ""] ?? [404, {}]);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
});
server.listen(0, "localhost");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const address = `http://localhost:${port}`;
after(() => server.close());

/** An address where no server listens: its server is closed. */
const closed = createServer().listen(0, "localhost");
await once(closed, "listening");
const closedAddress = `http://localhost:${(closed.address() as AddressInfo).port}`;
closed.close();

const UAT = { E2E_ADDRESS: address, E2E_BROWSER: process.execPath };
const SERVICE = { E2E_SERVICE: `${address}/v2`, E2E_SERVICE_USER: "promoter", E2E_SERVICE_PASSWORD: PASSWORD };

async function doctor(settings: Readonly<Record<string, string>>, answers = HEALTHY) {
  responses = answers;
  const { lines, usable } = reportOf(await examine(environment(settings)));
  return { text: lines.join("\n"), usable };
}

test("reports every finding of a working test system, without secrets", async () => {
  const { text, usable } = await doctor({ ...UAT, ...SERVICE });
  assert.equal(usable, true, text);
  assert.deepEqual(text.split("\n"), [
    `  ok  Target       ${address}`,
    "  ok  Handshake    uat, payments fake",
    "  ok  Good card    4111 •••• •••• 1111",
    "  ok  Bad card     4111 •••• •••• 1103",
    '  ok  Event        none named; the first on sale is 7, "Hamlet"',
    `  ok  Service      ${address}/v2 answers promoter, password set (21 characters)`,
    `  ok  Browser      ${process.execPath}, ${process.version}`,
  ]);
  assert.doesNotMatch(text, /correct|horse|4111 1111|Basic/);
  assert.equal(writes, 0);
});

test("accepts a remote test system without a service, and a named event", async () => {
  const { text, usable } = await doctor({ ...UAT, E2E_EVENT: "7" });
  assert.equal(usable, true, text);
  assert.match(text, /Event {8}7 is there\n {2}-- {2}Service {6}not set/);
});

const FAILURES: readonly (readonly [what: string, settings: object, answers: object, line: RegExp])[] = [
  [
    "a live storefront",
    {},
    { "/.well-known/foyer-environment": [200, { payments: "live" }] },
    /Handshake .*E2E_ADDRESS: .*live/,
  ],
  [
    "a storefront without the handshake",
    {},
    { "/.well-known/foyer-environment": [404, {}] },
    /E2E_CONFIRM_HOST=localhost:/,
  ],
  [
    "a card that is not on the test list",
    { E2E_BAD_CARD: "4242 4242 4242 4242" },
    {},
    /E2E_BAD_CARD: 4242 •••• •••• 4242 is not/,
  ],
  ["an event that does not exist", { E2E_EVENT: "8" }, {}, /E2E_EVENT: event 8 answers 404/],
  ["a list of events that fails", {}, { "/en/events.json": [503, {}] }, /E2E_ADDRESS: \/en\/events\.json answers 503/],
  ["nothing on sale", {}, { "/en/events.json": [200, { events: [] }] }, /E2E_EVENT: no listed event is on sale/],
  [
    "a wrong password",
    { ...SERVICE, E2E_SERVICE_PASSWORD: "wrong" },
    {},
    /E2E_SERVICE_PASSWORD: .* refuses promoter \(401\); correct it or E2E_SERVICE_USER/,
  ],
  ["a service without its user", { E2E_SERVICE: `${address}/v2` }, {}, /Service .*E2E_SERVICE_USER: set it/],
  [
    "a service without its version",
    { ...SERVICE, E2E_SERVICE: address },
    {},
    /E2E_SERVICE: .* answers 404; name .*version/,
  ],
  [
    "a redirect",
    {},
    { "/.well-known/foyer-environment": [307, {}, { location: "https://other.example/x" }] },
    /E2E_ADDRESS: .*It redirects to https:\/\/other\.example: name/,
  ],
  ["a path in the address", { E2E_ADDRESS: `${address}/en` }, {}, /E2E_ADDRESS: .*Name the address without \/en\./],
  [
    "a storefront that is down",
    {},
    { "/.well-known/foyer-environment": [503, {}] },
    /E2E_ADDRESS: .*\(status 503\)\. Is the storefront up\?/,
  ],
  [
    "a service that does not answer",
    { ...SERVICE, E2E_SERVICE: `${closedAddress}/v2` },
    {},
    /E2E_SERVICE: .* does not answer \(ECONNREFUSED\)/,
  ],
  [
    "a missing certificate authority",
    { ...SERVICE, E2E_CA: "/nowhere/ca.pem" },
    {},
    /E2E_CA: \/nowhere\/ca\.pem does not exist/,
  ],
  ["no browser", { E2E_BROWSER: "" }, {}, /Browser .*E2E_BROWSER: none was found/],
  [
    "a browser that does not run",
    { E2E_BROWSER: "/nowhere/chromium" },
    {},
    /E2E_BROWSER: \/nowhere\/chromium does not run/,
  ],
];

for (const [what, settings, answers, line] of FAILURES) {
  test(`P59: reports ${what} with the setting and the remedy, and writes nothing`, async () => {
    const { text, usable } = await doctor({ ...UAT, ...settings }, { ...HEALTHY, ...answers });
    assert.equal(usable, false, text);
    assert.match(text, line);
    assert.equal(text.split("\n").filter((one) => one.startsWith("  NO")).length, 1, text);
    assert.equal(writes, 0);
  });
}

test("requires only a browser when no address is set", async () => {
  assert.equal(reportOf(await examineOwn(process.execPath)).usable, true);
  const { lines, usable } = reportOf(await examineOwn(undefined));
  assert.equal(usable, false);
  assert.match(lines.join("\n"), /Target .*a sandbox of its own.*\n {2}NO {2}Browser .*E2E_BROWSER: none was found/);
});
