import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { examine, examineOwn, reportOf } from "./doctor.ts";
import { environment } from "./env.ts";

/** Storefront, service, processor and control port in one, each as well as it is told. */
const WELL: Readonly<Record<string, readonly [status: number, body: unknown]>> = {
  "/.well-known/foyer-environment": [200, { environment: "uat", payments: "fake" }],
  "/en/events.json": [
    200,
    {
      events: [
        { id: 3, name: "Gone", saleStatus: "SOLD_OUT" },
        { id: 7, name: "Hamlet", saleStatus: "ON_SALE" },
      ],
    },
  ],
  "/en/events/7": [200, {}],
  "/_ledger": [200, { entries: [] }],
};
const PASSWORD = "correct horse battery";
const signedIn = `Basic ${Buffer.from(`promoter:${PASSWORD}`).toString("base64")}`;

let says = WELL;
let writes = 0;
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== "GET") writes += 1;
  const isLogin = request.url === "/v2/user/login";
  const [status, body] = isLogin
    ? [request.headers.authorization === signedIn ? 200 : 401, {}]
    : (says[request.url ?? ""] ?? [404, {}]);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});
server.listen(0, "localhost");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const address = `http://localhost:${port}`;
after(() => server.close());

/** An address where no server listens any more. */
const gone = createServer().listen(0, "localhost");
await once(gone, "listening");
const nobody = `http://localhost:${(gone.address() as AddressInfo).port}`;
gone.close();

const UAT = { E2E_ADDRESS: address, E2E_PROJECT: "uat", E2E_BROWSER: process.execPath };
const SERVICE = { E2E_SERVICE: `${address}/v2`, E2E_SERVICE_USER: "promoter", E2E_SERVICE_PASSWORD: PASSWORD };

async function doctor(settings: Readonly<Record<string, string>>, answers = WELL) {
  says = answers;
  const { lines, usable } = reportOf(await examine(environment(settings)));
  return { text: lines.join("\n"), usable };
}

test("a test system in order: everything that is seen is told, and no secret", async () => {
  const { text, usable } = await doctor({ ...UAT, ...SERVICE });
  assert.equal(usable, true, text);
  assert.deepEqual(text.split("\n"), [
    `  ok  Target       ${address}, as uat`,
    "  ok  Handshake    uat, payments fake",
    "  ok  Good card    4111 •••• •••• 1111",
    "  ok  Bad card     4111 •••• •••• 1103",
    '  ok  Event        none named; the first on sale is 7, "Hamlet"',
    `  ok  Service      ${address}/v2 answers promoter, password set (21 characters)`,
    "  ok  Processor    not asked of a remote test system",
    "  ok  Control port not asked of a remote test system",
    `  ok  Browser      ${process.execPath}, ${process.version}`,
  ]);
  assert.doesNotMatch(text, /correct|horse|4111 1111|Basic/);
  assert.equal(writes, 0);
});

test("without a service a remote test system will do, and an event may be named", async () => {
  const { text, usable } = await doctor({ ...UAT, E2E_EVENT: "7" });
  assert.equal(usable, true, text);
  assert.match(text, /Event {8}7 is there\n {2}ok {2}Service {6}not set/);
});

test("a sandbox wants its service, its processor and its control port, each by its setting", async () => {
  const { text, usable } = await doctor({ ...UAT, E2E_PROJECT: "sandbox" });
  assert.equal(usable, false);
  for (const setting of ["E2E_SERVICE", "E2E_PROCESSOR", "E2E_CONTROL"])
    assert.match(text, new RegExp(`^ {2}NO {2}[A-Z].* ${setting}: `, "m"));
  const whole = { ...UAT, ...SERVICE, E2E_PROJECT: "sandbox", E2E_PROCESSOR: address, E2E_CONTROL: address };
  assert.equal((await doctor(whole)).usable, true);
});

const TROUBLE: readonly (readonly [what: string, settings: object, answers: object, line: RegExp])[] = [
  [
    "a live shop",
    {},
    { "/.well-known/foyer-environment": [200, { payments: "live" }] },
    /Handshake .*E2E_ADDRESS: .*live/,
  ],
  ["a shop without the handshake", {}, { "/.well-known/foyer-environment": [404, {}] }, /E2E_CONFIRM_HOST=localhost:/],
  [
    "a card that is none of ours",
    { E2E_BAD_CARD: "4242 4242 4242 4242" },
    {},
    /E2E_BAD_CARD: 4242 •••• •••• 4242 is not/,
  ],
  ["an event that is not there", { E2E_EVENT: "8" }, {}, /E2E_EVENT: event 8 answers 404/],
  ["nothing on sale", {}, { "/en/events.json": [200, { events: [] }] }, /E2E_EVENT: nothing that is listed is on sale/],
  ["a wrong password", { ...SERVICE, E2E_SERVICE_PASSWORD: "wrong" }, {}, /with 401; mend E2E_SERVICE_USER or E2E_SER/],
  ["half a service", { E2E_SERVICE: `${address}/v2` }, {}, /Service .*E2E_SERVICE_USER: set it/],
  ["no service", { ...SERVICE, E2E_SERVICE: `${nobody}/v2` }, {}, /does not answer \(ECONNREFUSED\); E2E_CA/],
  [
    "an authority that has gone",
    { ...SERVICE, E2E_CA: "/nowhere/ca.pem" },
    {},
    /E2E_CA: \/nowhere\/ca\.pem is not there/,
  ],
  ["no browser at all", { E2E_BROWSER: "" }, {}, /Browser .*E2E_BROWSER: none was found/],
  ["no such browser", { E2E_BROWSER: "/nowhere/chromium" }, {}, /E2E_BROWSER: \/nowhere\/chromium does not run/],
];

for (const [what, settings, answers, line] of TROUBLE) {
  test(`${what} is named with its setting and its remedy, and nothing is written`, async () => {
    const { text, usable } = await doctor({ ...UAT, ...settings }, { ...WELL, ...answers });
    assert.equal(usable, false, text);
    assert.match(text, line);
    assert.equal(text.split("\n").filter((one) => one.startsWith("  NO")).length, 1, text);
    assert.equal(writes, 0);
  });
}

test("without an address the tests get a sandbox of their own, and need nothing but a browser", async () => {
  assert.equal(reportOf(await examineOwn(process.execPath)).usable, true);
  const { lines, usable } = reportOf(await examineOwn(undefined));
  assert.equal(usable, false);
  assert.match(lines.join("\n"), /Target .*a sandbox of its own.*\n {2}NO {2}Browser .*E2E_BROWSER: none was found/);
});
