import assert from "node:assert/strict";
import test from "node:test";
import { type Ask, make, openShop, publishAnyway } from "#test/test-app.ts";

const { db, place, shop, promoter, close } = await openShop();
test.after(close);

const { venue, balcony, stalls, whole } = place;

async function putOn(dates: readonly object[] = [{}]) {
  const event = await make(promoter, "/event", { name: "Hamlet", venue, venueConfiguration: whole });
  const ids: number[] = [];
  for (const more of dates)
    ids.push(await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30", ...more }));
  await publishAnyway(db, event);
  return { event, dates: ids, date: ids[0] ?? 0 };
}

const sell = (eventDate: number, name: string, more: object = {}) =>
  make(promoter, "/ticketType", { eventDate, venueSection: stalls, price: 30, name, ...more });
const say = (event: number, text: string, more: object = {}) =>
  make(promoter, "/offeringCopy", { event, text, ...more });

type Item = { readonly kind: string; readonly sortIdx: number; readonly name?: string; readonly text?: string };
type Page = { readonly kind: string; readonly sortIdx: number; readonly items: readonly Item[] };
type Group = {
  readonly eventDate: { readonly id: number };
  readonly saleStatus: string;
  readonly onSaleFrom?: string;
  readonly sortIdx: number;
  readonly pages: readonly Page[];
};

async function groupsOf(event: number, path = "PUBLIC?showSoldOut=true", ask: Ask = shop): Promise<readonly Group[]> {
  const { status, body } = await ask("GET", `/offering/${event}/${path}`);
  assert.equal(status, 200, JSON.stringify(body));
  return Object(body).groups;
}

/** Returns the pages of the first date, each with its kind and items. */
async function shown(event: number, path?: string, ask?: Ask) {
  const [first] = await groupsOf(event, path, ask);
  return (first?.pages ?? []).map(({ kind, items }) => [kind, ...items.map(({ name, text }) => name ?? `“${text}”`)]);
}

test("orders items by sort index, with a fixed order of ties", async () => {
  const { event, date } = await putOn();
  await sell(date, "Late", { sortIdx: 9 });
  await sell(date, "Balcony", { venueSection: balcony, sortIdx: 2 });
  await sell(date, "Second", { sortIdx: 2 });
  await sell(date, "First", { sortIdx: 2 });
  await sell(date, "Poster", { page: "MERCHANDISE", sortIdx: 1 });
  await sell(date, "Cap", { page: "MERCHANDISE" });
  await say(event, "Between.", { sortIdx: 5 });
  await say(event, "Before the seconds.", { sortIdx: 2, eventDate: date });
  await say(event, "Above all.");
  await say(event, "At the table by the door.", { page: "MERCHANDISE" });
  assert.deepEqual(await shown(event), [
    ["TICKETS", "“Above all.”", "“Before the seconds.”", "Second", "First", "Balcony", "“Between.”", "Late"],
    ["MERCHANDISE", "“At the table by the door.”", "Cap", "Poster"],
  ]);
  const [first] = await groupsOf(event);
  assert.deepEqual(
    first?.pages.map(({ sortIdx, items }) => [sortIdx, items.map((item) => item.sortIdx)]),
    [
      [0, [0, 1, 2, 3, 4, 5, 6]],
      [1, [0, 1, 2]],
    ],
  );
  assert.deepEqual(
    first?.pages[0]?.items.map(({ kind }) => kind),
    ["COPY", "COPY", "TICKET", "TICKET", "TICKET", "COPY", "TICKET"],
  );
});

test("shows texts on one date or on all, and no page with texts only", async () => {
  const { event, dates } = await putOn([{ eventStart: "05-12-2099T19:30" }, { eventStart: "06-12-2099T19:30" }]);
  const [friday = 0, saturday = 0] = dates;
  const adult = await sell(friday, "Adult", { maximumAllocation: 1 });
  await sell(saturday, "Adult");
  await say(event, "Friday only.", { eventDate: friday });
  await say(event, "Both nights.");
  await say(event, "Nothing is sold here.", { page: "MERCHANDISE" });
  const texts = async (path?: string) =>
    (await groupsOf(event, path)).map(({ pages }) => pages.flatMap(({ items }) => items.map(({ text }) => text ?? "")));
  assert.deepEqual(await texts(), [
    ["Friday only.", "Both nights.", ""],
    ["Both nights.", ""],
  ]);
  await shop("POST", "/reservation", { event, tickets: [{ ticketType: adult, quantity: 1 }] });
  assert.deepEqual(await texts("PUBLIC"), [[], ["Both nights.", ""]]);
});

const PAST = "01-12-2020T09:00";
const AHEAD = "01-12-2099T09:00";

for (const [what, more, publicly, publiclyAll, atBoxOffice] of [
  ["on sale", {}, true, true, true],
  ["in its window", { onSaleFrom: PAST, onSaleTo: AHEAD }, true, true, true],
  ["before its window", { onSaleFrom: AHEAD }, true, true, true],
  ["after its window", { onSaleTo: PAST }, false, false, true],
  ["closed", { closed: true }, false, false, false],
  ["sold out", { maximumAllocation: 0 }, false, true, false],
  ["on sale with a code", { codeRequired: true }, true, true, true],
] as const) {
  test(`lists a ticket type that is ${what} in the views that may show it`, async () => {
    const { event, date } = await putOn();
    await sell(date, "Adult", more);
    const isShown = async (path: string, ask: Ask) => (await shown(event, path, ask)).length === 1;
    assert.deepEqual(
      [
        await isShown("PUBLIC", shop),
        await isShown("PUBLIC?showSoldOut=true", shop),
        await isShown("BOX_OFFICE", promoter),
      ],
      [publicly, publiclyAll, atBoxOffice],
    );
  });
}

test("states when a date's tickets go on sale, ignoring its merchandise", async () => {
  const { event, dates } = await putOn([
    { eventStart: "05-12-2099T19:30" },
    { eventStart: "06-12-2099T19:30" },
    { eventStart: "07-12-2099T19:30" },
  ]);
  const [goods = 0, gone = 0, twice = 0] = dates;
  await sell(goods, "Adult", { onSaleFrom: AHEAD });
  await sell(goods, "Programme", { page: "MERCHANDISE", onSaleFrom: PAST });
  await sell(gone, "Early bird", { onSaleFrom: PAST, maximumAllocation: 0 });
  await sell(gone, "Adult", { onSaleFrom: AHEAD });
  await sell(twice, "Adult", { onSaleFrom: "02-12-2099T09:00" });
  await sell(twice, "Member", { onSaleFrom: AHEAD });
  await sell(twice, "Poster", { page: "MERCHANDISE", onSaleFrom: "01-11-2099T09:00" });
  const from = (await groupsOf(event)).map((group) => [group.saleStatus, group.onSaleFrom]);
  const opens = ["NOT_ON_SALE", "2099-12-01T09:00:00.000+13:00"];
  assert.deepEqual(from, [opens, opens, opens]);
});

test("omits a date that has ended, and keeps one that is running", async () => {
  const { event, dates } = await putOn([{ eventStart: "05-12-2099T19:30" }, { eventStart: "06-12-2099T19:30" }]);
  const [over = 0, underWay = 0] = dates;
  await db.query(`UPDATE event_date SET starts_at = now() - interval '3 hours', ends_at = now() WHERE id = $1`, [over]);
  await db.query(`UPDATE event_date SET starts_at = now() - interval '1 hour' WHERE id = $1`, [underWay]);
  assert.deepEqual(
    (await groupsOf(event)).map(({ eventDate }) => eventDate.id),
    [underWay],
  );
});

test("creates, reads, changes and deletes texts", async () => {
  const { event, date } = await putOn();
  const other = await putOn();
  await sell(date, "Adult");
  const id = await say(event, "  Doors at seven. ", { sortIdx: 1, eventDate: date });
  const whole = { id, version: 1, event, eventDate: date, page: "TICKETS", text: "Doors at seven.", sortIdx: 1 };
  assert.deepEqual((await promoter("GET", `/offeringCopy/${id}`)).body, whole);
  assert.deepEqual((await promoter("GET", `/event/${event}/offeringCopies`)).body, { copies: [whole] });

  for (const [ask, method, path, body, status] of [
    [promoter, "POST", "/offeringCopy", { event, eventDate: other.date, text: "There." }, 404],
    [promoter, "PUT", `/offeringCopy/${id}`, { eventDate: other.date }, 404],
    [promoter, "POST", "/offeringCopy", { event, text: " " }, 400],
    [promoter, "POST", "/offeringCopy", { event, text: "x", page: "FOOD" }, 400],
  ] as const) {
    assert.equal((await ask(method, path, body)).status, status, `${method} ${path} ${JSON.stringify(body)}`);
  }

  const changed = await promoter("PUT", `/offeringCopy/${id}`, { text: "Doors at six.", sortIdx: 0, eventDate: null });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(await shown(event), [["TICKETS", "“Doors at six.”", "Adult"]]);
  assert.equal((await promoter("DELETE", `/offeringCopy/${id}`)).status, 200);
  assert.equal((await promoter("DELETE", `/offeringCopy/${id}`)).status, 404);
  assert.deepEqual(await shown(event), [["TICKETS", "Adult"]]);
});
