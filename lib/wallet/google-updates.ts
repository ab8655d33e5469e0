import "server-only";

import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { classId, classPrefix, googleDate, googleTicket, objectId } from "#lib/wallet/google-tickets.ts";
import { type SoldTicket, walletOrderOf, walletTicketOf } from "#lib/wallet/wallet-ticket-of.ts";
import { soldTicketsOf } from "#lib/wallet/wallet-tickets.ts";
import type { GoogleClient } from "./google-client.ts";

/** The saved object as Google returns it, with a copy of its class. */
const savedShape = z.object({ classId: z.string(), classReference: z.unknown().optional() });

const words = z.object({ defaultValue: z.object({ value: z.string() }) });
/** What holders see of a class. Its language is that of the first buyer who saved it. */
const shownShape = z.object({
  eventName: words,
  venue: z.object({ name: words, address: words }).optional(),
  dateTime: z.object({ doorsOpen: z.string().optional(), start: z.string(), end: z.string().optional() }),
});

/**
 * Brings the saved tickets of some sales to the service's present answer: time and place in their class, state and code
 * in their objects. A ticket that was not saved does not exist. Throws when Google refuses a call.
 */
export async function updateGoogleTickets(
  saleKeys: readonly string[],
  locale: string,
  google: GoogleClient,
): Promise<void> {
  const seller = (await currentSeller()).name;
  // One after the other: the next ticket of a date finds its class changed.
  for (const sold of await soldTicketsOf(saleKeys)) await updateTicket(sold, seller, locale, google);
}

async function updateTicket(sold: SoldTicket, seller: string, locale: string, { issuer, call }: GoogleClient) {
  const ticket = walletTicketOf(sold, locale, false);
  const order = walletOrderOf(sold, seller, locale, false);
  const path = `eventTicketObject/${objectId(ticket, issuer)}`;
  const { status, body } = await call("GET", path);
  if (status === 404) return;
  const saved = savedShape.parse(body);
  const date = googleDate(ticket, order);
  const isSameDate = saved.classId.startsWith(classPrefix(ticket, issuer));
  if (!isSameDate) await call("POST", "eventTicketClass", { id: classId(ticket, issuer), ...date });
  else if (!isUpToDate(saved.classReference, date))
    await call("PATCH", `eventTicketClass/${saved.classId}`, { ...date, notifyPreference: "NOTIFY_ON_UPDATE" });
  await call("PATCH", path, {
    // A null removes the field: a ticket that no longer admits shows no code.
    barcode: null,
    seatInfo: null,
    ...googleTicket(ticket, order),
    ...(!isSameDate && { classId: classId(ticket, issuer) }),
  });
}

/** Returns whether a class already has this name, time and place, so that no holder is told twice. */
function isUpToDate(present: unknown, date: ReturnType<typeof googleDate>): boolean {
  const { data } = shownShape.safeParse(present);
  return data !== undefined && isDeepStrictEqual(data, shownShape.parse(date));
}
