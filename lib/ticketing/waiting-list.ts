import "server-only";

import { z } from "zod";
import type { ShopCall } from "#lib/ticketing/client/calls.ts";
import { MISSING_STATUSES } from "#lib/ticketing/client/extension.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal } from "#lib/ticketing/client/request.ts";
import {
  type JoinRefusal,
  quantities,
  type WaitingEntry,
  type WaitingFor,
  type WaitingList,
} from "#lib/ticketing/model/waiting-list.ts";
import type { MessageRenderer } from "#lib/ticketing/sent-mail.ts";
import type { Outcome } from "#lib/ticketing/wire/purchase/refusals.ts";
import {
  absent,
  count,
  id,
  ifReadable,
  instant,
  money,
  optional,
  ref,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

/** Returns the waiting list of an event; `undefined` where the event or the service has none. An extension of ours. */
export async function getWaitingList(eventId: number): Promise<WaitingList | undefined> {
  const path: Path = `/event/${eventId}/waitingList`;
  // Not `requestExtension`: the visitor chooses the event, and a 404 for a removed one must not stop the call for the others.
  return request({ name: "getWaitingList", method: "GET", path, answer: waitingList, missing: MISSING_STATUSES });
}

type Joined = Outcome<object, { readonly refusal: JoinRefusal }>;

/** Puts an address on a waiting list: it gets a message to confirm. The outcome is the same for a known address. */
export async function joinWaitingList(
  { eventId, eventDateId }: WaitingFor,
  joining: {
    readonly email: string;
    readonly quantity: number;
    readonly language: string;
    readonly messages: MessageRenderer;
  },
): Promise<Joined> {
  const path: Path =
    eventDateId === undefined ? `/event/${eventId}/waitingList` : `/eventDate/${eventDateId}/waitingList`;
  const call = { name: "joinWaitingList", method: "POST", path, body: joining } as const;
  return requestOrRefusal<Joined>(call, { ok: true }, ({ errors }) => {
    const [refusal] = errors.flatMap(({ code, path }) => (path === "email" ? "email_refused" : (JOIN[code] ?? [])));
    return { ok: false, refusal: refusal ?? "not_on_sale" };
  });
}

/** Returns a place in line; `undefined` when its owner has left, or it was deleted long after its end. */
export async function getWaitingEntry(key: string): Promise<WaitingEntry | undefined> {
  return request({ name: "getWaitingEntry", method: "GET", path: pathTo`/waitingList/${key}`, answer: waitingEntry });
}

/** Confirms the address of a place in line. Returns false when there is no such place. */
export function confirmWaitingEntry(key: string): Promise<boolean> {
  return change("confirmWaitingEntry", "POST", pathTo`/waitingList/${key}/confirm`);
}

/** Changes the number of tickets. Returns false when the entry no longer waits. */
export function changeWaitingEntry(key: string, quantity: number): Promise<boolean> {
  return change("changeWaitingEntry", "PUT", pathTo`/waitingList/${key}`, { quantity });
}

/** Leaves a waiting list. The address is deleted. */
export function leaveWaitingList(key: string): Promise<boolean> {
  return change("leaveWaitingList", "DELETE", pathTo`/waitingList/${key}`);
}

function change(
  name: ShopCall,
  method: "POST" | "PUT" | "DELETE",
  path: Path | undefined,
  body: object = {},
): Promise<boolean> {
  return requestOrRefusal<boolean>({ name, method, path, body }, true, () => false);
}

const numbers = z.array(z.int().positive());

/** A service may name only the most tickets of an entry. */
const waitingList = z
  .object({
    open: z.boolean(),
    waiting: count,
    maximum: z.int().positive(),
    quantities: ifReadable(numbers),
    dates: ifReadable(z.array(z.object({ eventDate: id, quantities: numbers }))),
    offerSeconds: z.int().positive(),
  })
  .transform(({ maximum, quantities: possible = quantities(1, maximum), dates = [], ...list }) => ({
    ...list,
    quantities: possible,
    dates: dates.map(({ eventDate, quantities }) => ({ eventDateId: eventDate, quantities })),
  })) satisfies z.ZodType<WaitingList>;

const ticketType = z
  .object({ id, name: z.string(), price: money, fee: absent(money), minimum: optional(count, 1), maximum: count })
  .transform(({ fee, ...type }) => ({ ...type, fee: fee ?? { minor: 0, currency: type.price.currency } }));

const offer = z
  .object({
    key: z.string(),
    quantity: z.int().positive(),
    expiresAt: instant,
    eventDate: ref,
    venueSection: ref,
    ticketTypes: z.array(ticketType),
  })
  .transform(({ eventDate, venueSection, ...offer }) => {
    return { ...offer, eventDateId: eventDate.id, sectionName: venueSection.name };
  });

const waitingEntry = z
  .object({
    event: ref,
    eventDate: absent(ref),
    quantity: z.int().positive(),
    state: z.enum(["UNCONFIRMED", "WAITING", "OFFERED", "RESERVED", "EXPIRED"]),
    ahead: count,
    offer: absent(offer),
    endedBy: ifReadable(z.enum(["CANCELLED", "OFFER", "OVER", "RESERVATION"])),
    movedFrom: ifReadable(instant),
    bought: ifReadable(z.boolean()),
  })
  .transform(({ event, eventDate, bought, ...entry }) =>
    withoutUndefined({
      ...entry,
      isBought: bought,
      eventId: event.id,
      eventName: event.name,
      eventDateId: eventDate?.id,
    }),
  ) satisfies z.ZodType<WaitingEntry>;

const JOIN: Readonly<Record<string, JoinRefusal>> = {
  NOT_SOLD_OUT: "on_sale",
  OVER_LIMIT: "over_limit",
  UNDER_MINIMUM: "no_such_quantity",
  NOT_ON_SALE: "not_on_sale",
};
