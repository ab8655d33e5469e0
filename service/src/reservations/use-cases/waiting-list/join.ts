import type { Event, EventDate } from "#src/catalogue/domain/event.ts";
import { getEventOf } from "#src/catalogue/use-cases/events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import { mayRender, type Runtime } from "#src/platform/runtime.ts";
import { queueMessages, type Renderer } from "#src/platform/store/outbox.ts";
import { offerableQuantities, type WaitingListSection } from "#src/reservations/domain/plan-offers.ts";
import { countWaiting, writeEntry } from "#src/reservations/store/waiting-list/entries.ts";
import { listOfferableSections } from "#src/reservations/store/waiting-list/event-stock.ts";
import { countUnpaidMail } from "#src/reservations/use-cases/limited-mail.ts";

/** The most messages about joining that one entry gets in all, against flooding the mailbox of a stranger. */
const MAILS_MAX = 5;

/** What is waited for: one date, or any date of an event. */
export type WaitingListTarget = { readonly eventId: number } | { readonly eventDateId: number };

/** The state of a waiting list, as shown before joining. */
type WaitingListInfo = {
  /** Whether it can be joined: it is sold out, or too few places are left. */
  readonly isOpen: boolean;
  readonly waiting: number;
  /** The numbers of tickets that an offer could have, on any of the dates and on each. */
  readonly quantities: readonly number[];
  readonly dates: readonly { readonly eventDateId: number; readonly quantities: readonly number[] }[];
  readonly offerSeconds: number;
};

type JoinRequest = {
  readonly email: string;
  readonly quantity: number;
  readonly language: string;
  readonly renderer?: Renderer | undefined;
};

/** No offer could have that many tickets; `possible` are those that one could have. */
export type QuantityRefusal = {
  readonly refusal: "no_such_quantity";
  readonly quantity: number;
  readonly possible: readonly number[];
};

export type JoinRefusal =
  | { readonly refusal: "no_such_thing" | "not_sold_out" | "not_on_sale" | "renderer_refused" }
  | QuantityRefusal;

type Line = {
  readonly event: Event;
  /** The dates ahead with tickets that an offer could have: that the public can buy now without a code, or could if any came back. */
  readonly dates: readonly EventDate[];
  readonly sections: readonly WaitingListSection[];
  readonly eventDateId?: number;
};

/** Returns the state of a waiting list, or `undefined` when the public cannot see the event. */
export async function getWaitingList(
  runtime: Runtime,
  caller: Caller,
  target: WaitingListTarget,
): Promise<WaitingListInfo | undefined> {
  const line = await findLine(runtime, caller, target);
  if (line === undefined) return undefined;
  const waiting = await countWaiting(runtime.db, line.event.id, line.eventDateId);
  const { dates, sections } = line;
  return {
    isOpen: whyNotJoinable(line, 1, waiting) === undefined,
    waiting,
    quantities: offerableQuantities(sections),
    dates: dates.map(({ id }) => ({
      eventDateId: id,
      quantities: offerableQuantities(sections.filter(({ eventDateId }) => eventDateId === id)),
    })),
    offerSeconds: runtime.limits.waitingListOfferSeconds,
  };
}

/**
 * Writes an unconfirmed entry and its message. The outcome is the same for an address that is already on the list, which gets
 * the message again after a pause, and for one that was used too often, which gets none: the answer does not tell whether an
 * address is known.
 */
export async function joinWaitingList(
  runtime: Runtime,
  caller: Caller,
  target: WaitingListTarget,
  { email, quantity, language, renderer }: JoinRequest,
): Promise<Outcome<object, JoinRefusal>> {
  if (renderer !== undefined && !mayRender(runtime, renderer)) return { ok: false, refusal: "renderer_refused" };
  const line = await findLine(runtime, caller, target);
  if (line === undefined) return { ok: false, refusal: "no_such_thing" };
  const { event, eventDateId } = line;
  const refusal = whyNotJoinable(line, quantity, await countWaiting(runtime.db, event.id, eventDateId));
  if (refusal !== undefined) return { ok: false, refusal };
  const possible = offerableQuantities(line.sections);
  if (!possible.includes(quantity)) return { ok: false, refusal: "no_such_quantity", quantity, possible };

  const { joinMailPauseSeconds } = runtime.limits;
  await runtime.db.transaction(async (tx) => {
    const [accountId, key] = [caller.account.id, runtime.newKey()];
    const entry = await writeEntry(tx, joinMailPauseSeconds, {
      key,
      accountId,
      eventId: event.id,
      eventDateId,
      email,
      language,
      renderer,
      quantity,
    });
    const isTooOften = (await countUnpaidMail(tx, runtime, { accountId, recipient: email })) !== undefined;
    if (isTooOften || entry.mails > MAILS_MAX) return;
    // During the pause `mails` does not change, so the key is that of the last message, which is not written again.
    await queueMessages(tx, [
      {
        accountId,
        kind: "WAITING_LIST_CONFIRM",
        recipient: email,
        language,
        renderer,
        key: `waiting list entry ${entry.key} ${entry.mails}`,
        details: {
          entry: entry.key,
          event: { id: event.id, name: event.name },
          quantity: entry.quantity,
          ...(eventDateId !== undefined && { eventDate: { id: eventDateId } }),
        },
      },
    ]);
  });
  return { ok: true };
}

/** Returns the numbers of tickets that an offer could have, or `undefined` when the public cannot see the event. */
export async function findQuantities(
  runtime: Runtime,
  caller: Caller,
  target: WaitingListTarget,
): Promise<readonly number[] | undefined> {
  const line = await findLine(runtime, caller, target);
  return line && offerableQuantities(line.sections);
}

async function findLine(runtime: Runtime, caller: Caller, target: WaitingListTarget): Promise<Line | undefined> {
  const eventDateId = "eventDateId" in target ? target.eventDateId : undefined;
  const event = await getEventOf(runtime, caller, target, { reveal: async () => () => false });
  if (!event?.published) return undefined;
  const wanted = event.dates.filter(({ id, isOver }) => !isOver && (eventDateId ?? id) === id).map(({ id }) => id);
  const sections = await listOfferableSections(runtime.db, event.id, wanted);
  const large = sections.filter((section) => offerableQuantities([section]).length > 0);
  const offerable = new Set(large.map((section) => section.eventDateId));
  const dates = event.dates.filter(({ id }) => offerable.has(id));
  return { event, dates, sections, ...(eventDateId !== undefined && { eventDateId }) };
}

/** Returns why the list cannot be joined: enough tickets are on sale to the public, or no date is on sale or sold out. */
function whyNotJoinable({ dates }: Line, quantity: number, waiting: number) {
  const onSale = dates.filter(({ saleStatus }) => saleStatus === "ON_SALE" || saleStatus === "SOLD_OUT");
  if (onSale.length === 0) return "not_on_sale" as const;
  const fits = onSale.some((date) => date.saleStatus === "ON_SALE" && date.ticketsAvailable >= quantity);
  // While others wait, free places have only just come back, and are about to be offered to them.
  return fits && waiting === 0 ? ("not_sold_out" as const) : undefined;
}
