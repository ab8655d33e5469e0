import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { statusForAll } from "#lib/ticketing/model/offering.ts";
import { CALL_MS, PASS_MS } from "./line.ts";
import { readLine } from "./line-file.ts";
import { saleOf } from "./sale.ts";
import { isOpenToJoin, joinAs, type Moment, mayReserveAtOnce, spendPass, visitAs } from "./turns.ts";

const FOYER_DATA = applySettingsInFolder();

const NOW = Date.parse("2099-12-01T09:00:00Z");
const STARTS_AT = "2099-12-01T09:30:00Z";
const OPEN: Moment = {
  isSwitchedOn: true,
  sale: { state: "open" },
  insideMax: 2,
  mayBegin: () => true,
  now: NOW,
};
const BEFORE: Moment = { ...OPEN, sale: { state: "not_begun", startsAt: STARTS_AT } };
const BY_ITSELF: Moment = { ...OPEN, isSwitchedOn: false };
const FULL: Moment = { ...BY_ITSELF, mayBegin: () => false };

/** Joins, and returns the id. */
function joined(eventId: number, moment: Moment, network?: string): string {
  const visit = joinAs(eventId, moment, network);
  assert.notEqual(visit, "full");
  return typeof visit === "string" ? "" : visit.id;
}

test("while nobody waits, whoever joins is in at once and reserves once", () => {
  const id = joined(1, OPEN);
  assert.equal(visitAs(1, id, OPEN).turn?.state, "inside");
  assert.ok(spendPass(1, id));
  assert.equal(spendPass(1, id), undefined);
  assert.equal(visitAs(1, id, OPEN).turn?.state, "used");
});

test("a failed attempt gives the pass back with what is left of its time", () => {
  const id = joined(2, OPEN);
  spendPass(2, id)?.giveBack();
  assert.deepEqual(visitAs(2, id, { ...OPEN, now: NOW + 60_000 }).turn, { state: "inside", until: NOW + PASS_MS });
});

test("the seed's hash is there before the first visitor joins, and the draw is for those who came before the sale", () => {
  assert.notEqual(visitAs(3, undefined, BEFORE).line?.seed, undefined);
  const early = [joined(3, BEFORE), joined(3, BEFORE), joined(3, BEFORE)];
  const late = joined(3, OPEN);
  const line = readLine(3);
  assert.equal(line?.drawn, 3);
  assert.deepEqual(new Set(line.ids.slice(0, 3)), new Set(early));
  assert.equal(line.ids[3], late);
  assert.deepEqual(visitAs(3, late, OPEN).turn, { state: "waiting", place: 2, isPassed: false });
});

test("a sale that begins after another one has its own draw", () => {
  const first = joined(8, OPEN);
  const before = readLine(8)?.seed;
  const early = [joined(8, { ...BEFORE, now: NOW + 60_000 }), joined(8, BEFORE)];
  assert.notEqual(readLine(8)?.seed, before);
  assert.equal(visitAs(8, first, BEFORE).turn, undefined);
  visitAs(8, early[0], OPEN);
  assert.equal(readLine(8)?.drawn, 2);
});

test("an event without a waiting room gets a line of those who find no capacity, and has none once nobody waits", () => {
  assert.equal(mayReserveAtOnce(4, OPEN), false);
  assert.equal(mayReserveAtOnce(4, BY_ITSELF), true);
  const id = joined(4, FULL);
  assert.deepEqual(visitAs(4, id, FULL).turn, { state: "waiting", place: 1, isPassed: false });
  // Capacity is there again, but who waits comes before a newcomer.
  assert.equal(mayReserveAtOnce(4, BY_ITSELF), false);
  const visit = visitAs(4, id, BY_ITSELF);
  assert.equal(visit.turn?.state, "inside");
  assert.equal(visit.isOn, false);
  assert.equal(mayReserveAtOnce(4, BY_ITSELF), true);
});

test("capacity is taken by a visitor who is next and asks, one for each, and by nobody who is not there", () => {
  let asked = 0;
  const counted = (granted: boolean): Moment => ({
    ...OPEN,
    insideMax: 4,
    mayBegin: () => {
      asked += 1;
      return granted;
    },
  });
  const ids = Array.from({ length: 6 }, () => joined(5, counted(false)));
  assert.equal(readLine(5)?.called, 4);
  asked = 0;
  visitAs(5, undefined, counted(true));
  visitAs(5, ids[5], counted(true));
  assert.equal(asked, 0);
  assert.deepEqual(visitAs(5, ids[1], counted(false)).turn, { state: "waiting", place: 1, isPassed: false });
  assert.equal(visitAs(5, ids[1], counted(true)).turn?.state, "inside");
  assert.equal(asked, 2);
  visitAs(5, ids[1], counted(true));
  assert.equal(asked, 2);
});

test("one network has a twentieth of those inside, five at least, while others pass it", () => {
  const room = { ...OPEN, insideMax: 120 };
  for (const [eventId, insideMax, most] of [
    [9, 120, 6],
    [10, 20, 5],
  ] as const) {
    const ids = Array.from({ length: 10 }, () => joined(eventId, { ...room, insideMax }, "192.0.2.0/24"));
    const other = joined(eventId, { ...room, insideMax }, "198.51.100.0/24");
    const states = () => ids.map((id) => visitAs(eventId, id, { ...room, insideMax }).turn?.state);
    assert.equal(states().filter((state) => state === "inside").length, most);
    assert.equal(visitAs(eventId, other, { ...room, insideMax }).turn?.state, "inside");
    spendPass(eventId, ids[0] ?? "");
    assert.equal(states().filter((state) => state === "inside").length, most);
  }
  // Who was next and away may come back, and finds others of their network inside.
  const away = Array.from({ length: 12 }, () => joined(13, { ...room, mayBegin: () => false }, "192.0.2.0/24"));
  const later = { ...room, now: NOW + CALL_MS };
  const inside = away.filter((id) => visitAs(13, id, later).turn?.state === "inside");
  assert.equal(readLine(13)?.passed.length, 0);
  // They take no capacity of the shop meanwhile.
  const mayBegin = () => assert.fail("asked for capacity");
  for (const id of away) visitAs(13, id, { ...later, mayBegin });
  assert.equal(inside.length, 6);
  // Nobody is addressed in the file.
  assert.doesNotMatch(readFileSync(join(FOYER_DATA, "storefront", "lines", "9.log"), "utf8"), /192\.0|198\.51|\/24/);
});

test("a line without a waiting room has no limit for a network: only capacity is short", () => {
  const ids = Array.from({ length: 30 }, () => joined(11, FULL, "192.0.2.0/24"));
  for (const id of ids) assert.equal(visitAs(11, id, BY_ITSELF).turn?.state, "inside");
});

test("whoever is inside counts for two minutes from when their page last asked, and their pass for ten from its beginning", () => {
  const one = { ...OPEN, insideMax: 1 };
  const first = joined(12, one);
  const second = joined(12, one);
  const at = (minutes: number, id: string) => visitAs(12, id, { ...one, now: NOW + minutes * 60_000 }).turn;
  assert.equal(at(1, first)?.state, "inside");
  assert.equal(at(2.9, second)?.state, "waiting");
  assert.equal(CALL_MS, 2 * 60_000);
  assert.equal(at(3, second)?.state, "inside");
  assert.deepEqual(at(9, first), { state: "inside", until: NOW + PASS_MS });
  assert.ok(spendPass(12, first));
});

test("joining an event without a waiting room stops nobody while there is capacity, however many join", () => {
  for (let at = 0; at < 510; at += 1) {
    const id = joined(7, BY_ITSELF);
    assert.equal(visitAs(7, id, BY_ITSELF).turn?.state, "inside");
  }
  assert.equal(mayReserveAtOnce(7, BY_ITSELF), true);
  // Some who find no capacity, and are not there any more.
  for (let at = 0; at < 20; at += 1) joined(7, FULL);
  assert.equal(mayReserveAtOnce(7, BY_ITSELF), false);
  assert.equal(mayReserveAtOnce(7, { ...BY_ITSELF, now: NOW + 10_000 }), true);
});

test("nobody is let in, and no pass begins, while tickets are sold out or the service does not answer", () => {
  const first = joined(6, OPEN);
  const others = [1, 2, 3].map(() => joined(6, { ...OPEN, insideMax: 1 }));
  spendPass(6, first);
  for (const sale of [{ state: "sold_out" } as const, undefined]) {
    visitAs(6, others[0], { ...OPEN, sale });
    assert.equal(readLine(6)?.called, 1);
  }
  assert.equal(visitAs(6, others[0], OPEN).turn?.state, "inside");
});

test("opens an hour before the sale, when its start is known, and until it is over", () => {
  const sale = { state: "not_begun", startsAt: STARTS_AT } as const;
  const start = Date.parse(STARTS_AT);
  assert.equal(isOpenToJoin({ sale, now: start - 60 * 60_000 - 1 }), false);
  assert.equal(isOpenToJoin({ sale, now: start - 60 * 60_000 }), true);
  assert.equal(isOpenToJoin({ sale: { state: "not_begun" }, now: start }), false);
  assert.equal(isOpenToJoin({ sale: { state: "open" }, now: start }), true);
  assert.equal(isOpenToJoin({ sale: { state: "sold_out" }, now: start }), true);
  assert.equal(isOpenToJoin({ sale: { state: "over" }, now: start }), false);
  assert.equal(isOpenToJoin({ sale: undefined, now: start }), false);
});

test("a sale is open while one date is, and not begun while the next one is to come", () => {
  const group = (saleStatus: "ON_SALE" | "NOT_ON_SALE" | "SOLD_OUT" | "CLOSED", onSaleFrom?: string) => ({
    eventDateId: 1,
    name: "",
    startsAt: "2099-12-12T19:30:00Z",
    saleStatus,
    pages: [],
    ...(onSaleFrom !== undefined && { onSaleFrom }),
  });
  assert.deepEqual(saleOf({ groups: [group("NOT_ON_SALE", STARTS_AT), group("ON_SALE")] }), { state: "open" });
  const later = "2099-12-01T10:30:00+01:00";
  const groups = [group("NOT_ON_SALE", "2099-12-02T09:30:00Z"), group("NOT_ON_SALE", later), group("SOLD_OUT")];
  assert.deepEqual(saleOf({ groups }), { state: "not_begun", startsAt: later });
  assert.deepEqual(saleOf({ groups: [group("SOLD_OUT"), group("CLOSED")] }), { state: "sold_out" });
  assert.deepEqual(saleOf({ groups: [] }), { state: "over" });
});

test("a presale by code does not begin the sale for everybody", () => {
  const typeOf = (saleStatus: "ON_SALE" | "NOT_ON_SALE", how: object) => ({
    kind: "TICKET" as const,
    ticketType: {
      id: 1,
      name: "",
      description: "",
      section: { id: 1, name: "" },
      price: { minor: 1_000, currency: "EUR" },
      fee: { minor: 0, currency: "EUR" },
      saleStatus,
      minimum: 1,
      maximum: 9,
      codeRequired: false,
      ...how,
    },
  });
  const pagesOf = (items: readonly ReturnType<typeof typeOf>[]) => [{ kind: "TICKETS" as const, name: "", items }];
  const groupOf = (...items: ReturnType<typeof typeOf>[]) => ({
    eventDateId: 1,
    name: "",
    startsAt: "2099-12-12T19:30:00Z",
    saleStatus: statusForAll("ON_SALE", { pages: pagesOf(items) }),
    onSaleFrom: "2099-11-01T09:00:00Z",
    pages: pagesOf(items),
  });
  const [presale, early] = [typeOf("ON_SALE", { codeRequired: true }), typeOf("ON_SALE", {})];
  const general = typeOf("NOT_ON_SALE", { onSaleFrom: STARTS_AT });
  assert.deepEqual(saleOf({ groups: [groupOf(presale, general)] }), { state: "not_begun", startsAt: STARTS_AT });
  assert.deepEqual(saleOf({ groups: [groupOf(early, general)] }), { state: "open" });
  // No start for everybody is to come: a waiting room would never open.
  assert.deepEqual(saleOf({ groups: [groupOf(presale)] }), { state: "not_begun" });
  const members = typeOf("NOT_ON_SALE", { codeRequired: true, onSaleFrom: STARTS_AT });
  assert.deepEqual(saleOf({ groups: [groupOf(members)] }), { state: "not_begun" });
});
