import "server-only";

import { z } from "zod";
import type { CallName } from "#lib/ticketing/client/calls.ts";
import { MISSING_STATUSES } from "#lib/ticketing/client/extension.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { JoinRefusal, WaitingEntry, WaitingFor, WaitingList } from "#lib/ticketing/model/waiting-list.ts";
import type { MessageRenderer } from "#lib/ticketing/sent-mail.ts";
import { type Outcome, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { absent, anything, id, instant, money, optional, ref, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** Returns the waiting list of an event; `undefined` where the event or the service has none. An extension of ours. */
export async function getWaitingList(eventId: number): Promise<WaitingList | undefined> {
  const path: Path = `/event/${eventId}/waitingList`;
  // Not `requestExtension`: the visitor chooses the event, and a 404 for a removed one must not stop the call for the others.
  return request({ name: "getWaitingList", method: "GET", path, answer: waitingList, missing: MISSING_STATUSES });
}

/** Puts an address on a waiting list: it gets a message to confirm. The outcome is the same for a known address. */
export async function joinWaitingList(
  { eventId, eventDateId }: WaitingFor,
  joining: {
    readonly email: string;
    readonly quantity: number;
    readonly language: string;
    readonly messages: MessageRenderer;
  },
): Promise<Outcome<object, { readonly refusal: JoinRefusal }>> {
  const path: Path =
    eventDateId === undefined ? `/event/${eventId}/waitingList` : `/eventDate/${eventDateId}/waitingList`;
  const call = { name: "joinWaitingList", method: "POST", path, body: JSON.stringify(joining) } as const;
  const yes = anything.transform(() => ({ ok: true as const }));
  const outcome = await request({ ...call, answer: joinRefused.or(yes), refusal: joinRefused });
  return outcome ?? { ok: false, refusal: "not_on_sale" };
}

/** Returns a place in line; `undefined` when its owner has left, or it was deleted long after its end. */
export async function getWaitingEntry(key: string): Promise<WaitingEntry | undefined> {
  const path = pathTo`/waitingList/${key}`;
  return path && request({ name: "getWaitingEntry", method: "GET", path, answer: waitingEntry });
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

async function change(
  name: CallName,
  method: "POST" | "PUT" | "DELETE",
  path: Path | undefined,
  body: object = {},
): Promise<boolean> {
  if (path === undefined) return false;
  const no = refused.transform(() => false);
  const yes = anything.transform(() => true);
  const changed = await request({ name, method, path, body: JSON.stringify(body), answer: no.or(yes), refusal: no });
  return changed ?? false;
}

const count = z.int().nonnegative();

const waitingList = z.object({
  open: z.boolean(),
  waiting: count,
  maximum: z.int().positive(),
  offerSeconds: z.int().positive(),
}) satisfies z.ZodType<WaitingList>;

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
  })
  .transform(({ event, eventDate, ...entry }) =>
    withoutUndefined({ ...entry, eventId: event.id, eventName: event.name, eventDateId: eventDate?.id }),
  ) satisfies z.ZodType<WaitingEntry>;

const JOIN: Readonly<Record<string, JoinRefusal>> = {
  NOT_SOLD_OUT: "on_sale",
  OVER_LIMIT: "over_limit",
  NOT_ON_SALE: "not_on_sale",
};

const joinRefused = refused.transform(({ errors }) => {
  const [refusal] = errors.flatMap(({ code, path }) => (path === "email" ? "email_refused" : (JOIN[code] ?? [])));
  return { ok: false as const, refusal: refusal ?? ("not_on_sale" as const) };
});
