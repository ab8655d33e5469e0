import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "#e2e/tools/until.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";
import { ageReservations, create, putOnSale, STOREFRONT, send, storefrontMetrics, wanted } from "./put-on-sale.ts";

type Read = { readonly status: number; readonly text: string };

async function read(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Read> {
  const answer = await fetch(`${STOREFRONT}${path}`, { headers });
  return { status: answer.status, text: await answer.text() };
}

/** Waits until each reading shows the state. */
async function untilShown(
  what: string,
  readings: Readonly<Record<string, () => Promise<Read>>>,
  holds: (read: Read) => boolean,
) {
  for (const [name, read] of Object.entries(readings))
    await until(`${what} is in ${name}`, async () => holds(await read()));
}

/** A day soon, so that an event is on the first page of the list. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const wall = (date: string) => `${date.split("-").toReversed().join("-")}T19:30`;

test("what a promoter changes comes to each page, list, embed, feed and to the router by itself", async () => {
  const { eventId, eventDateId, ticketTypeIds } = await putOnSale("Rigoletto", [{ name: "Adult" }]);
  await send("PUT", `/eventDate/${eventDateId}`, { eventStart: wall(day(2)) });
  const page = () => read(`/en/events/${eventId}`);
  const router = () => read(`/en/events/${eventId}`, { RSC: "1" });
  const embed = () => read(`/en/embed/events/${eventId}`);
  const feed = () => read("/en/events.json");
  const list = () => read("/en");
  const frames = () => read("/en/embed/events");
  const month = () => read(`/en/calendar/${day(2).slice(0, 7)}`);
  const ofEvent = { page, router, embed };
  const all = { ...ofEvent, feed, list, frames, month };

  await untilShown("the new event", all, ({ text }) => text.includes("Rigoletto"));

  await send("PUT", `/event/${eventId}`, { name: "Otello" });
  await untilShown("the new name", all, ({ text }) => text.includes("Otello"));

  await send("PUT", `/ticketType/${ticketTypeIds[0]}`, { price: 71 });
  await untilShown("the new price", { ...ofEvent, feed, list }, ({ text }) => text.includes("73.50"));

  await send("PUT", `/eventDate/${eventDateId}`, { eventStart: wall(day(3)) });
  await untilShown("the new day", { page, feed }, ({ text }) => text.includes(`${day(3)}T19:30`));
  await untilShown("the move", { page, router }, ({ text }) => text.includes("EventRescheduled"));
  await untilShown("the day before the move", { page }, ({ text }) =>
    text.includes(`"previousStartDate":"${day(2)}T19:30`),
  );

  await send("PUT", `/eventDate/${eventDateId}`, { cancelled: true });
  await untilShown("the cancellation", { page, router }, ({ text }) => text.includes("schema.org/EventCancelled"));
  await untilShown("the cancellation", { embed, feed }, ({ text }) =>
    /Cancelled|"id":\d+,"name":"Otello"[^}]*CANCELLED/.test(text),
  );

  await send("PUT", `/event/${eventId}/publish/false`, {});
  await untilShown("the withdrawal", ofEvent, ({ status }) => status === 404);
  await untilShown("the withdrawal", { feed, list, frames, month }, ({ text }) => !text.includes("Otello"));
});

/** Returns whether a list says that the event Norma is sold out. */
function isSoldOut({ text }: Read): boolean {
  const shown = text.replaceAll(/<script[\s\S]*?<\/script>/g, "");
  return shown.split("<a ").some((link) => link.includes("Norma") && link.includes("Sold out"));
}

function feedStatus(text: string, eventId: number): unknown {
  const { events } = JSON.parse(text) as { readonly events: readonly { id: number; saleStatus: string }[] };
  return events.find(({ id }) => id === eventId)?.saleStatus;
}

/** Returns how often the storefront has read lists, events and offerings from the service. */
async function catalogueReads(): Promise<number> {
  const text = await (await fetch(storefrontMetrics())).text();
  const calls = text.matchAll(/^foyer_storefront_service_calls_total\{call="(?:list(?!Changes)|get)\w+",.*\} (\d+)$/gm);
  return [...calls].reduce((sum, [, count]) => sum + Number(count), 0);
}

const VISITORS = 40;
/** Fewer than a visitor of each page: what is read is shared by all. */
const READS_MAX = 40;

test("sold out, and on sale again, comes to each page, list, calendar, group, embed and feed by itself, for any number of visitors", async () => {
  const onSale = await putOnSale("Norma", [{ name: "Adult" }], { capacity: 2 });
  const { eventId, eventDateId } = onSale;
  await send("PUT", `/eventDate/${eventDateId}`, { eventStart: wall(day(2)) });
  const group = await create("/eventGroup/", { name: "Bellini", events: [eventId] });
  await send("PUT", `/eventGroup/${group}/publish/true`, {});
  const lists = {
    list: () => read("/en"),
    month: () => read(`/en/calendar/${day(2).slice(0, 7)}`),
    group: () => read(`/en/groups/${group}`),
    search: () => read("/en/search?q=Norma"),
    frames: () => read("/en/embed/events"),
  };
  const ofEvent = { page: () => read(`/en/events/${eventId}`) };
  const feed = () => read("/en/events.json");
  await untilShown("the new event", { ...lists, ...ofEvent, feed }, ({ text }) => text.includes("Norma"));
  const readsBefore = await catalogueReads();

  const { ok } = await createReservation(eventId, wanted(onSale, 2));
  assert.ok(ok);
  await untilShown("sold out", lists, isSoldOut);
  await untilShown("sold out", ofEvent, ({ text }) => text.includes("schema.org/SoldOut"));
  await untilShown("sold out", { feed }, ({ text }) => feedStatus(text, eventId) === "SOLD_OUT");
  const visits = [lists.list, lists.month, lists.group].flatMap((visit) => Array.from({ length: VISITORS }, visit));
  for (const { text } of await Promise.all(visits)) assert.match(text, /Norma/);
  assert.ok((await catalogueReads()) - readsBefore < READS_MAX);

  await ageReservations(eventId, 3_600);
  await untilShown("on sale again", lists, (read) => !isSoldOut(read));
  await untilShown("on sale again", ofEvent, ({ text }) => !text.includes("schema.org/SoldOut"));
});
