import { z } from "zod";
import { cleanEmail, emailAddressOf } from "#src/platform/domain/email-address.ts";
import { answer, declareCall, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import { because, row } from "#src/platform/http/error-rows.ts";
import { RENDERER_REFUSED, renderer } from "#src/platform/http/mail-fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, idParams, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { ENDED_BY, ENTRY_STATES, type Entry, type EntryOffer } from "#src/reservations/domain/waiting-list-entry.ts";
import {
  changeEntry,
  confirm,
  type EntryOutcome,
  getEntry,
  leave,
} from "#src/reservations/use-cases/waiting-list/entries.ts";
import {
  getWaitingList,
  type JoinRefusal,
  joinWaitingList,
  type QuantityRefusal,
  type WaitingListTarget,
} from "#src/reservations/use-cases/waiting-list/join.ts";
import { no, type Verdict, verdict, YES } from "./refusals.ts";
import { keyParams, toInstant } from "./sale-shapes.ts";

const QUANTITY_MAX = 1_000;

const quantity = z.int().min(1).max(QUANTITY_MAX);

const join = z.strictObject({
  /** The address that gets the message to confirm the entry. */
  email: z
    .string()
    .overwrite(cleanEmail)
    .max(254)
    .refine((text) => emailAddressOf(text) !== undefined, {
      error: "an email address is expected, such as name@example.com",
      params: because("not_an_email"),
    })
    .transform((text) => emailAddressOf(text) ?? text),
  quantity,
  /** The language of the messages. */
  language: z.string().trim().min(1).max(35),
  /** Where the messages are rendered. */
  messages: renderer.optional(),
});

const waitingList = named(
  "WaitingList",
  z.object({
    /** Whether it can be joined: the date is sold out, or every date of the event is. */
    open: z.boolean(),
    /** The number of confirmed entries. */
    waiting: z.int(),
    /** The most tickets of one entry. */
    maximum: z.int(),
    /** The numbers of tickets that an entry may have: those that an offer could have, by minimum, maximum and section. */
    quantities: z.array(z.int()),
    /** The same for each date that an offer could be of. */
    dates: z.array(z.object({ eventDate: id, quantities: z.array(z.int()) })),
    /** How long an offer lasts. */
    offerSeconds: z.int(),
  }),
);

const offer = named(
  "WaitingListOffer",
  z.object({
    key: z.string(),
    quantity: z.int(),
    expiresAt: z.string(),
    eventDate: ref,
    venueSection: ref,
    ticketTypes: z.array(
      z.object({ id, name: z.string(), price: currency, fee: currency, minimum: z.int(), maximum: z.int() }),
    ),
  }),
);

const entry = named(
  "WaitingListEntry",
  z.object({
    key: z.string(),
    event: ref,
    eventDate: ref.optional(),
    quantity: z.int(),
    state: z.enum(ENTRY_STATES),
    /** The number of confirmed entries before it that wait for one of its dates. */
    ahead: z.int(),
    /** While the state is OFFERED. */
    offer: offer.optional(),
    /** Why no place can come back: the date or event is cancelled, the offer was not used, the date is over, or the reservation of the offer was not paid. */
    endedBy: z.enum(ENDED_BY).optional(),
    /** While the state is RESERVED: whether the tickets were paid for. */
    bought: z.boolean().optional(),
    /** The start of its date when it joined, where that has moved since. */
    movedFrom: z.string().optional(),
  }),
);

const changed = z.object({ ...verdict });

export const WAITING_LIST_CALLS = [
  ...(["event", "eventDate"] as const).flatMap((kind) => [
    declareCall({
      method: "GET",
      path: `/${kind}/{id}/waitingList`,
      isExtension: true,
      summary: `How many wait for tickets of ${nameOf(kind)}, and whether one can join`,
      access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
      params: idParams,
      answer: waitingList,
      async handle({ runtime, caller, params }) {
        const found = await getWaitingList(runtime, caller, targetOf(kind, params.id));
        if (found === undefined) return missing("id", nameOf(kind));
        const { isOpen, waiting, quantities, dates, offerSeconds } = found;
        return answer({
          open: isOpen,
          waiting,
          maximum: quantities.at(-1) ?? 1,
          quantities: [...quantities],
          dates: dates.map(({ eventDateId, quantities }) => ({ eventDate: eventDateId, quantities: [...quantities] })),
          offerSeconds,
        });
      },
    }),
    declareCall({
      method: "POST",
      path: `/${kind}/{id}/waitingList`,
      isExtension: true,
      summary: `Join the waiting list of ${nameOf(kind)}; the answer is the same for an address that is already on it`,
      access: ["PUBLIC", "BOX_OFFICE"],
      params: idParams,
      body: join,
      answer: changed,
      async handle({ runtime, caller, params, body: { messages, ...body } }) {
        const request = { ...body, ...(messages && { renderer: messages }) };
        const outcome = await joinWaitingList(runtime, caller, targetOf(kind, params.id), request);
        return outcome.ok ? answer(YES) : joinRefused(outcome, nameOf(kind));
      },
    }),
  ]),
  declareCall({
    method: "GET",
    path: "/waitingList/{key}",
    isExtension: true,
    summary: "An entry of a waiting list: its place in line, and its offer",
    access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
    params: keyParams,
    answer: entry,
    async handle({ runtime, caller, params }) {
      const found = await getEntry(runtime, caller, params.key);
      return found === undefined ? missing("key", "entry") : answer(toEntry(found));
    },
  }),
  declareCall({
    method: "POST",
    path: "/waitingList/{key}/confirm",
    isExtension: true,
    summary: "Confirm the address of an entry, which puts it at the end of the line",
    access: ["PUBLIC", "BOX_OFFICE"],
    params: keyParams,
    answer: changed,
    handle: async ({ runtime, caller, params }) => replyChanged(await confirm(runtime, caller, params.key)),
  }),
  declareCall({
    method: "PUT",
    path: "/waitingList/{key}",
    isExtension: true,
    summary: "Change the number of tickets: fewer keep the place in line, more go to its end",
    access: ["PUBLIC", "BOX_OFFICE"],
    params: keyParams,
    body: z.strictObject({ quantity }),
    answer: changed,
    handle: async ({ runtime, caller, params, body }) =>
      replyChanged(await changeEntry(runtime, caller, params.key, body.quantity)),
  }),
  declareCall({
    method: "DELETE",
    path: "/waitingList/{key}",
    isExtension: true,
    summary: "Leave a waiting list: the address is deleted, and the places of an offer go to the next in line",
    access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
    params: keyParams,
    answer: changed,
    handle: async ({ runtime, caller, params }) => replyChanged(await leave(runtime, caller, params.key)),
  }),
];

/** Returns the word for what is waited for. */
function nameOf(kind: "event" | "eventDate"): string {
  return kind === "event" ? "event" : "event date";
}

function targetOf(kind: "event" | "eventDate", id: number): WaitingListTarget {
  return kind === "event" ? { eventId: id } : { eventDateId: id };
}

function joinRefused(outcome: JoinRefusal, what: string): Reply<Verdict> {
  switch (outcome.refusal) {
    case "no_such_thing":
      return missing("id", what);
    case "renderer_refused":
      return refuse(400, [RENDERER_REFUSED]);
    case "no_such_quantity":
      return noSuchQuantity(outcome);
    case "not_sold_out":
      return answer(no([row("", "not_sold_out", "Tickets are on sale. Reserve them now.")]));
    case "not_on_sale":
      return answer(no([row("", "not_on_sale", "No tickets are on sale, so none can come back.")]));
  }
}

/** No offer has that many tickets: more than the most, or too few for the next ticket type. The message names those that one has. */
function noSuchQuantity({ quantity, possible }: QuantityRefusal): Reply<Verdict> {
  const left = possible.at(-1) ?? 0;
  const reason = quantity > left ? "over_limit" : "under_minimum";
  const message = `An offer has one of these numbers of tickets: ${possible.join(", ")}. Choose one of them.`;
  return answer(no([{ ...row("quantity", reason, message), left }]));
}

function replyChanged(outcome: EntryOutcome): Reply<Verdict> {
  if (outcome.ok) return answer(YES);
  if (outcome.refusal === "no_such_thing") return missing("key", "entry");
  if (outcome.refusal === "no_such_quantity") return noSuchQuantity(outcome);
  const message = "The entry has an offer or has ended. Read it again.";
  return answer(no([row("", "entry_offered_or_ended", message)]));
}

function toEntry({
  key,
  event,
  eventDate,
  quantity,
  state,
  ahead,
  offer,
  endedBy,
  isBought,
  movedFrom,
}: Entry): z.input<typeof entry> {
  return {
    key,
    event: toRef("event", event),
    quantity,
    state,
    ahead,
    ...(eventDate && { eventDate: toRef("eventDate", eventDate) }),
    ...(offer && { offer: toOffer(offer) }),
    ...(endedBy && { endedBy }),
    ...(isBought !== undefined && { bought: isBought }),
    ...(movedFrom && { movedFrom: toInstant(movedFrom) }),
  };
}

function toOffer({ key, quantity, expiresAt, eventDate, section, ticketTypes }: EntryOffer): z.input<typeof offer> {
  return {
    key,
    quantity,
    expiresAt: toInstant(expiresAt),
    eventDate: toRef("eventDate", eventDate),
    venueSection: toRef("venueSection", section),
    ticketTypes: ticketTypes.map(({ price, fee, ...type }) => ({
      ...type,
      price: toCurrency(price),
      fee: toCurrency(fee),
    })),
  };
}
