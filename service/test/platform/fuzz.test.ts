import assert from "node:assert/strict";
import test from "node:test";
import { z } from "zod";
import { createApp } from "#src/app.ts";
import { answer, type Call, declareCall, refuse } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { type Document, fuzzCall } from "#test/platform/fuzz.ts";
import { inlineRefs, makeOneOfEverything, watchContents } from "#test/platform/one-of-everything.ts";
import { testRuntime } from "#test/runtime.ts";
import { make, openShop, signedIn } from "#test/test-app.ts";

const testApp = await openShop();
test.after(testApp.close);
const { app, db, promoter, place } = testApp;

/** As many for each call in `npm test`. `npm run test:full -- gate` sends eight times as many. */
const RUNS = Number(process.env.FOYER_RACE_SIZE || 1) > 1 ? 32 : 4;
const SEED = 20261204;
const authorization = signedIn("promoter");
const document = inlineRefs((await promoter("GET", "/openapi.json")).body as Document);

const { resources, sold } = await makeOneOfEverything(testApp);
const event = Number(resources.event);
const select = { event, label: "Where from?", inputType: "SELECT", values: ["Here", "There"], askedOf: "GUEST" };
const guestQuestion = await make(promoter, "/additionalField", { ...select, name: "Seat" });
const [admission] = await db.query<{ uuid: string }>("SELECT uuid FROM admission");
const contents = await watchContents(db);

const ofResources = Object.values(resources);
const known = {
  ids: [...ofResources.filter((id) => typeof id === "number"), ...Object.values(place), guestQuestion],
  texts: [
    ...ofResources.filter((id) => typeof id === "string"),
    // Twice, so that more of the requests are about a sale.
    ...[resources.reservation, resources.cart, sold.key, admission?.uuid].map(String),
    "04-12-2099T19:30",
    "Pacific/Auckland",
    "ada@example.com",
    "true",
  ],
};

for (const [at, [path, operations]] of Object.entries(document.paths).entries()) {
  for (const [method, operation] of Object.entries(operations)) {
    test(`${method.toUpperCase()} ${path} answers any input without a fault`, async () => {
      const fuzzed = { path, method, operation, authorization };
      const { faults } = await fuzzCall(app, contents, fuzzed, { known, runs: RUNS, seed: SEED + at });
      assert.deepEqual(faults, []);
    });
  }
}

test("the control: finds a call that throws, and one that refuses but writes", async () => {
  const body = z.looseObject({});
  const planted: readonly Call[] = [
    declareCall({
      method: "POST",
      path: "/breaks",
      summary: "Breaks",
      access: "ANY_USER",
      body,
      answer: z.object({}),
      handle: async () => {
        // An invalid date: a typical fault of a handler that does not check its input.
        new Date(Number.NaN).toISOString();
        return answer({});
      },
    }),
    declareCall({
      method: "POST",
      path: "/writes",
      summary: "Writes",
      access: "ANY_USER",
      body,
      answer: z.object({}),
      handle: async ({ caller }) => {
        await db.query(`INSERT INTO cart (key, account_id) VALUES (upper(substr(md5(random()::text), 1, 10)), $1)`, [
          caller.account.id,
        ]);
        return refuse(400, [row("", "too_large", "No.")]);
      },
    }),
  ];
  const careless = createApp(testRuntime(db), { calls: planted });
  const sample = { known, runs: 5, seed: SEED };
  const operation = {
    parameters: [],
    requestBody: { content: { "application/json": { schema: { type: "object" } } } },
  };
  for (const [path, fault] of [
    ["/breaks", /→ 500/],
    ["/writes", /something changed/],
  ] as const) {
    const { faults } = await fuzzCall(careless, contents, { path, method: "post", operation, authorization }, sample);
    assert.match(faults.join("\n"), fault);
  }
  await careless.close();
});

test("serves every documented call on both mounts, with and without a slash, and requires a user", async () => {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of Object.keys(operations)) {
      for (const url of [`/v2${path}`, `/api/v2${path}`, ...(path.endsWith(".json") ? [] : [`/v2${path}/`])]) {
        const fuzzed = { method: method.toUpperCase() as "GET", url: url.replaceAll(/\{\w+\}/g, "1") };
        const response = await app.inject({
          ...fuzzed,
          headers: { "content-type": "application/json", accepts: "application/json" },
        });
        assert.equal(response.statusCode, 401, `${fuzzed.method} ${fuzzed.url}`);
      }
    }
  }
});

test("the control: some of the inputs pass the validation and reach the handlers", async () => {
  const operation = document.paths["/venue"]?.post;
  assert.ok(operation);
  const fuzzed = { path: "/venue", method: "post", operation, authorization };
  const { statuses } = await fuzzCall(app, contents, fuzzed, { known, runs: 40, seed: SEED });
  assert.deepEqual([...new Set(statuses)].toSorted(), [200, 400]);
});

test("the digests missed no change", () => contents.verify());
