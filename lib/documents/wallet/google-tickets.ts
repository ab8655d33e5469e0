import "server-only";

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { importPKCS8, SignJWT } from "jose";
import { env } from "#lib/env.ts";
import { googleKey } from "#lib/env-wallet.ts";
import { plainLine } from "#lib/text/plain-line.ts";
import { type WalletOrder, type WalletTicket, withoutFraction } from "./wallet-ticket.ts";

/** Who issues tickets for Google Wallet. The RSA key is PEM. */
export type GoogleIssuer = { readonly issuer: string; readonly email: string; readonly key: string };

const SAVE = "https://pay.google.com/gp/v/save/";

/**
 * The largest number of tickets in one link. Google recommends a short one; browsers take 8,000 characters, and a
 * ticket needs about 700.
 */
export const GOOGLE_TICKETS_MAX = 6;

/** Returns the issuer of the settings; `undefined` where none is configured. The start has checked the file. */
export async function googleIssuer(): Promise<GoogleIssuer | undefined> {
  const { GOOGLE_WALLET_ISSUER, GOOGLE_WALLET_KEY_FILE } = env();
  if (!GOOGLE_WALLET_ISSUER || !GOOGLE_WALLET_KEY_FILE) return undefined;
  const { client_email, private_key } = googleKey.parse(JSON.parse(await readFile(GOOGLE_WALLET_KEY_FILE, "utf8")));
  return { issuer: GOOGLE_WALLET_ISSUER, email: client_email, key: private_key };
}

/** Returns the address that saves these tickets: a token signed by RS256 with their classes and objects. */
export async function googleSaveLink(
  tickets: readonly WalletTicket[],
  order: WalletOrder,
  { issuer, email, key }: GoogleIssuer,
  origin: string,
): Promise<string> {
  const classes = new Map(tickets.map((ticket) => [classId(ticket, issuer), ticket]));
  const payload = {
    eventTicketClasses: [...classes].map(([id, ticket]) => ticketClass(id, ticket, order)),
    eventTicketObjects: tickets.map((ticket) => ticketObject(ticket, order, issuer)),
  };
  const token = await new SignJWT({ typ: "savetowallet", origins: [origin], payload })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(email)
    .setAudience("google")
    .setIssuedAt()
    .sign(await importPKCS8(key, "RS256"));
  return `${SAVE}${token}`;
}

/** Returns the id of a date's class. A class that exists is not changed by a link, so a moved date has another one. */
function classId(ticket: WalletTicket, issuer: string): string {
  const { eventDateId, eventName, startsAt, endsAt, doors, venue } = ticket;
  const facts = JSON.stringify([eventName, startsAt, endsAt, doors, venue?.name, venue?.address]);
  return `${issuer}.date-${eventDateId}-${createHash("sha256").update(facts).digest("hex").slice(0, 12)}`;
}

function ticketClass(id: string, ticket: WalletTicket, { shop, language }: WalletOrder): object {
  const { eventName, startsAt, endsAt, doors, venue } = ticket;
  const words = (value: string) => ({ defaultValue: { language, value: plainLine(value) } });
  return {
    id,
    issuerName: shop.name,
    reviewStatus: "UNDER_REVIEW",
    eventName: words(eventName),
    // The interface requires both parts.
    ...(venue?.address && { venue: { name: words(venue.name), address: words(venue.address) } }),
    dateTime: {
      ...(doors !== undefined && { doorsOpen: withoutFraction(doors) }),
      start: withoutFraction(startsAt),
      ...(endsAt !== undefined && { end: withoutFraction(endsAt) }),
    },
    hexBackgroundColor: shop.fill,
  };
}

function ticketObject(ticket: WalletTicket, { reference, language }: WalletOrder, issuer: string): object {
  const { serial, group, section, door, code, notice } = ticket;
  const words = (value: string) => ({ defaultValue: { language, value: plainLine(value) } });
  return {
    id: `${issuer}.${serial}`,
    classId: classId(ticket, issuer),
    state: notice === undefined ? "ACTIVE" : "INACTIVE",
    ticketHolderName: plainLine(ticket.holder),
    ticketNumber: `${ticket.number}/${ticket.count}`,
    ticketType: words(ticket.ticketType),
    ...((section || door) && {
      seatInfo: { ...(section && { section: words(section) }), ...(door && { gate: words(door) }) },
    }),
    ...(reference && { reservationInfo: { confirmationCode: reference } }),
    groupingInfo: { groupingId: group, sortIndex: ticket.number },
    ...(code && { barcode: { type: "QR_CODE", value: code.text, alternateText: code.shown } }),
  };
}
