import assert from "node:assert/strict";
import { after, test } from "node:test";
import { CALLS } from "#src/calls.ts";
import { type GaugeReader, openMetrics } from "#src/metrics/registry.ts";
import { readyReader, stateReader } from "#src/metrics/serve.ts";
import { observedProcessor } from "#src/payments/outside/observed-processor.ts";
import { CODES } from "#src/platform/http/reasons.ts";
import { openPool } from "#src/platform/store/db.ts";
import { releaseReservation } from "#src/reservations/use-cases/release.ts";
import { BUYER, buying, CARD, putOnSale } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { fakeProcessor } from "#test/fakes.ts";
import { messageRuntime, openMessages, tryOnce } from "#test/notifications/message-stage.ts";
import { testRuntime } from "#test/runtime.ts";
import { openTestApp } from "#test/test-app.ts";

/** More addresses than any label has values. */
const STRANGE_REQUESTS = 30;

const PRICE = "47.50";

const { db, url, drop } = await testDatabase();
after(drop);
const fake = fakeProcessor();
const runtime = testRuntime(db, { processor: observedProcessor(fake) });
const { app, shop } = await openTestApp(runtime);
after(() => app.close());
const onSale = await putOnSale(db);
const buyer = buying(runtime, onSale);

/** Opens metrics that a test may read, and returns the value of a line. */
function measuring(t: { after: (work: () => unknown) => void }, readers: readonly GaugeReader[] = []) {
  const metrics = openMetrics({ operation: CALLS.map(({ path }) => path), code: CODES }, readers);
  t.after(() => metrics.close());
  return async () => {
    const text = await metrics.read();
    const value = (series: string) =>
      text
        .split("\n")
        .filter((line) => line.startsWith(`${series} `))
        .map((line) => Number(line.split(" ").at(-1)))[0];
    return { text, value };
  };
}

const seriesIn = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#") && !/^(nodejs|process)_/.test(line))
    .map((line) => line.slice(0, line.lastIndexOf(" ")))
    .toSorted();

test("a purchase is counted from the reservation to the sale, with its processor's calls and its wait for the database", async (t) => {
  const read = measuring(t);
  const { cartKey } = await buyer.holdLocked([1]);
  await buyer.pay(cartKey, PRICE);
  const { value } = await read();
  const counted = {
    reserved: value('foyer_service_reservations_total{event="reserved"}'),
    paid: value('foyer_service_reservations_total{event="paid"}'),
    captured: value('foyer_service_payments_total{outcome="captured",method="CARD"}'),
    unknown: value('foyer_service_payments_total{outcome="unknown",method="CARD"}'),
    authorised: value('foyer_service_processor_seconds_count{call="authorise",result="authorised"}'),
    batches: value("foyer_service_reservation_batch_size_count"),
    waiting: value("foyer_service_reservations_waiting"),
  };
  assert.deepEqual(counted, {
    reserved: 1,
    paid: 1,
    captured: 1,
    unknown: 0,
    authorised: 1,
    batches: 1,
    waiting: 0,
  });
  assert.ok((value("foyer_service_database_wait_seconds_count") ?? 0) > 0);
});

test("a declined card, a wrong amount, a refused and a released reservation are counted once each", async (t) => {
  const read = measuring(t);
  const { cartKey, key } = await buyer.holdLocked([1]);
  fake.script("authorise", { state: "declined", id: "a charge", code: "51" });
  await buyer.pay(cartKey, PRICE);
  await buyer.pay(cartKey, "1.00");
  await releaseReservation(runtime, onSale.caller, key);
  await buyer.ask([10_000]);
  const { text, value } = await read();
  assert.match(text, /foyer_service_reservations_refused_total\{reason="(NOT_ENOUGH|OVER_LIMIT)"\} 1/);
  assert.equal(value('foyer_service_payments_total{outcome="declined",method="CARD"}'), 1);
  assert.equal(value('foyer_service_payments_total{outcome="refused",method="CARD"}'), 1);
  assert.equal(value('foyer_service_reservations_total{event="released"}'), 1);
});

test("calls are counted by their declared path, and no request makes a time series of its own", async (t) => {
  const read = measuring(t);
  const paths = (n: number) => [`/event/${1_000_000 + n}`, `/cart/KEY${n}KEY/payment`, `/a${n}`, `/event/%0${n}%ff`];
  for (const path of paths(1)) await shop("GET", path);
  const first = seriesIn((await read()).text);
  for (let n = 2; n <= STRANGE_REQUESTS; n += 1) for (const path of paths(n)) await shop("GET", path);
  const { text, value } = await read();
  assert.deepEqual(seriesIn(text), first);
  const ofEvent = 'operation="/event/{id}",method="GET"';
  assert.equal(value(`foyer_service_calls_total{${ofEvent},status="4xx"}`), STRANGE_REQUESTS);
  assert.doesNotMatch(text, /KEY\d|(?<!,cause)="other"/);
});

test("no metric has a key, a name, an address or a card of a purchase", async (t) => {
  const read = measuring(t, [stateReader(db)]);
  const { cartKey, key } = await buyer.holdLocked([1]);
  await buyer.pay(cartKey, PRICE);
  const { text } = await read();
  const { number, cvv } = CARD.reveal();
  for (const secret of [cartKey, key, number, `"${cvv}"`, ...Object.values(BUYER), "fingerprint"])
    assert.ok(!text.includes(secret), `the metrics have ${secret}`);
  // A measured value may have any four digits, so only names and labels are searched for those of the card.
  assert.ok(!text.replace(/ \S+$/gm, "").includes(number.slice(-4)), "the metrics have the end of the card's number");
});

test("a sale is possible where the probe has no reason against it", async (t) => {
  let reason: string | undefined;
  const read = measuring(t, [readyReader(async () => reason)]);
  assert.equal((await read()).value("foyer_service_sale_possible"), 1);
  reason = "The database is read-only.";
  assert.equal((await read()).value("foyer_service_sale_possible"), 0);
});

test("a failed try to send a message is counted by the program at which it failed, and the cause", async (t) => {
  const read = measuring(t);
  const failure = { result: "away", cause: "certificate expired", reason: "It is away." } as const;
  const server = { whyAway: async () => undefined, send: async () => failure, close: () => {} };
  const id = await (await openMessages(db)).queue("fault@example.com");
  assert.equal(await tryOnce(messageRuntime(db, server), id), "again");
  const { text, value } = await read();
  assert.equal(value('foyer_service_messages_total{result="failed"}'), 1);
  assert.match(text, /^foyer_service_mail_faults_total\{at="mail server",cause="certificate expired"\} 1$/m);
});

test("without the database the metrics of its state are left out, and the others are answered", async (t) => {
  const away = openPool(url.replace(/\/[^/?]*(\?|$)/, "/no_such_database$1"), 1);
  t.after(() => away.close());
  const { text, value } = await measuring(t, [stateReader(away)])();
  assert.equal(value("foyer_service_state_readable"), 0);
  assert.equal(value("foyer_service_payments_open"), undefined);
  assert.match(text, /^nodejs_eventloop_lag_seconds /m);
});
