import assert from "node:assert/strict";
import { after, mock, type TestContext, test } from "node:test";
import { answers, closesConnection, inTurn, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { MISSING_MS } from "#lib/ticketing/client/extension.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { createReservation } from "./reservations.ts";

const service = await startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, LOG_LEVEL: "warn" });

const lines: string[] = [];
const write = process.stdout.write.bind(process.stdout);
// The results of the tests are written there too, as bytes.
mock.method(process.stdout, "write", (text: string | Uint8Array) =>
  typeof text === "string" ? lines.push(text) > 0 : write(text),
);
/** Returns which fields were logged since the last time. */
const logged = () => lines.splice(0).map((line) => JSON.parse(line).field);

test("a service gets where the visitor came from, and not where they may go back to", async () => {
  const clickIds = { gclid: "g1" };
  for (const [source, sent] of [
    [
      { ref: "dj-kim", embed: "longlight.example", clickIds, returnTo: "3:/thanks" },
      { ref: "dj-kim", embed: "longlight.example", clickIds },
    ],
    [{ returnTo: "3:/thanks" }, undefined],
    [undefined, undefined],
  ] as const) {
    service.behave(answers({ successful: true, key: "ABCDEFGH12", multiSaleKey: "CART567890" }));
    await createReservation(12, [{ ticketTypeId: 3, quantity: 1 }], source && { source });
    assert.deepEqual(JSON.parse(service.received[0]?.body ?? "").source, sent);
  }
});

const SOURCE = { ref: "dj-kim", embed: "longlight.example" };
const made = answers({ successful: true, key: "ABCDEFGH12", multiSaleKey: "CART567890" });
const no = (errors: readonly object[], status = 400) => answers({ successful: false, errors }, status);
const unknown = (path: string) => no([{ path, code: "UNKNOWN_FIELD" }]);

/** Reserves with this source, and returns the outcome and what was sent of it each time. */
async function reserve(first: Parameters<typeof inTurn>[0], source: object = SOURCE) {
  service.behave(inTurn(first, made));
  const outcome = await createReservation(12, [{ ticketTypeId: 3, quantity: 1 }], { source });
  return { outcome, sent: service.received.map(({ body }) => JSON.parse(body).source) };
}

/** Goes on to the time at which the storefront has forgotten what the service did not take. */
let later = 0;
function forget(t: TestContext): void {
  later += MISSING_MS;
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + later);
}

test("a service that does not take the source sells without it, is not sent it again, and gets it once it is updated", async (t) => {
  for (const [what, refusal] of Object.entries({
    "names the field": unknown("source"),
    "names the field in its own way": no([{ path: "/body/source", code: "additionalProperties" }]),
    "names the field with 200": no([{ path: "source", code: "UNKNOWN_FIELD" }], 200),
    "has no rows": no([]),
    "has a row of the whole body": no([{ path: "", code: "INVALID" }]),
    "has no body of its own": answers("<h1>Bad Request</h1>", 400),
    "has another status": answers({ problem: "?" }, 422),
  })) {
    const { outcome, sent } = await reserve(refusal);
    assert.ok(outcome.ok, what);
    assert.deepEqual(sent, [SOURCE, undefined], what);
    assert.deepEqual((await reserve(made)).sent, [undefined], `${what}: remembered`);
    assert.deepEqual(logged(), ["source"], what);
    forget(t);
    assert.deepEqual((await reserve(made)).sent, [SOURCE], `${what}: updated`);
  }
});

test("the release before, which takes ref alone, goes on to get it", async (t) => {
  assert.deepEqual((await reserve(unknown("source.embed"))).sent, [SOURCE, undefined]);
  assert.deepEqual((await reserve(made)).sent, [{ ref: "dj-kim" }]);
  assert.deepEqual((await reserve(made, { embed: "longlight.example" })).sent, [undefined]);
  assert.deepEqual(logged(), ["source.embed"]);
  forget(t);
});

test("buyers at once, who learn together that a service does not take the source, are one line of the log", async (t) => {
  service.behave((response, request) => {
    const isSent = JSON.parse(request.body).source !== undefined;
    (isSent ? unknown("source") : made)(response, request);
  });
  const buyer = () => createReservation(12, [{ ticketTypeId: 3, quantity: 1 }], { source: SOURCE });
  const outcomes = await Promise.all([buyer(), buyer(), buyer()]);
  assert.ok(outcomes.every(({ ok }) => ok));
  assert.equal(service.received.length, 6);
  assert.deepEqual(logged(), ["source"]);
  forget(t);
});

test("a value that is refused is left out once, and the sources of others are sent", async () => {
  for (const [source, ...refusals] of [
    [
      SOURCE,
      no([{ path: "source.ref", code: "RANGE" }]),
      no([{ path: "/source/ref", code: "maxLength" }]),
      no([{ path: "/body/source/utm/source", code: "maxLength" }]),
      no([{ path: "source[ref]", code: "maxLength" }]),
      no([{ path: "source", code: "RANGE" }]),
      no([{ path: "/source", code: "NOT_FOUND" }]),
    ],
    // Such values may be refused without naming them.
    ...[
      { ref: "' OR 1=1--" },
      { ref: "a--b" },
      { ref: "x".repeat(150) },
      { ref: "../etc" },
      { ...SOURCE, utm: { source: "<script>" } },
      { ...SOURCE, utm: { xp_cmdshell: "a" } },
      { utm: Object.fromEntries(Array.from("abcdefghij", (name) => [name, "x"])) },
      { clickIds: { gclid: "a b" } },
    ].map(
      (source) =>
        [
          source,
          no([]),
          no([{ path: "", code: "INVALID" }]),
          no([{ path: "source", code: "tooLarge" }]),
          answers("<h1>Forbidden</h1>", 400),
        ] as const,
    ),
  ] as const)
    for (const [at, refusal] of refusals.entries()) {
      const what = `${JSON.stringify(source)}, ${at}`;
      const { outcome, sent } = await reserve(refusal, source);
      assert.ok(outcome.ok, what);
      assert.deepEqual(sent, [source, undefined], what);
      assert.deepEqual((await reserve(made)).sent, [SOURCE], what);
    }
  assert.deepEqual(logged(), []);
});

test("the control: a refusal for another reason, and an answer after which tickets may be reserved, are not sent again", async () => {
  for (const [what, refusal] of Object.entries({
    "another field": unknown("replaces"),
    "tickets, with 400": no([{ path: "tickets[0].quantity", code: "RANGE" }]),
    "a ticket type": no([{ path: "", code: "GONE", ticketType: 3 }]),
    "sold out, with 400": no([{ path: "", code: "SOLD_OUT" }]),
    "without a reason, with 200": no([], 200),
  })) {
    const { outcome, sent } = await reserve(refusal);
    assert.equal(outcome.ok, false, what);
    assert.equal(sent.length, 1, what);
  }
  for (const fault of [answers({}, 500), answers({}, 503), answers({}, 408), answers({}, 429), closesConnection]) {
    service.behave(fault);
    await assert.rejects(createReservation(12, [{ ticketTypeId: 3, quantity: 1 }], { source: SOURCE }), TicketingFault);
    assert.equal(service.received.length, 1);
  }
  assert.deepEqual((await reserve(made)).sent, [SOURCE], "nothing is remembered");
});

test("a service that refuses without a reason, with the source and without it, is sent the next one", async () => {
  service.behave(no([]));
  const outcome = await createReservation(12, [{ ticketTypeId: 3, quantity: 1 }], { source: SOURCE });
  assert.deepEqual(outcome, { ok: false, refusal: "refused", shortages: [] });
  assert.equal(service.received.length, 2);
  assert.deepEqual((await reserve(made)).sent, [SOURCE]);
});
