import "server-only";

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { importPKCS8, SignJWT } from "jose";
import { env } from "#lib/env.ts";
import { googleKey } from "#lib/env-wallet.ts";
import { plainLine } from "#lib/i18n/words.ts";
import { type WalletOrder, type WalletTicket, withoutFraction } from "./wallet-ticket.ts";

/** Who issues tickets for Google Wallet. The RSA key is PEM. */
export type GoogleIssuer = { readonly issuer: string; readonly email: string; readonly key: string };

const SAVE = "https://pay.google.com/gp/v/save/";

/**
 * The largest number of tickets in one link. Google recommends a short one; browsers take 8,000 characters, and a
 * ticket needs about 700.
 */
export const GOOGLE_TICKETS_MAX = 6;

/** Returns the issuer of the settings; `undefined` where none is configured. The file was checked at startup. */
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
    eventTicketClasses: [...classes].map(([id, ticket]) => ({ id, ...googleDate(ticket, order) })),
    eventTicketObjects: tickets.map((ticket) => ({
      id: objectId(ticket, issuer),
      classId: classId(ticket, issuer),
      ...holderFields(ticket, order),
      ...googleTicket(ticket, order),
    })),
  };
  const token = await new SignJWT({ typ: "savetowallet", origins: [origin], payload })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(email)
    .setAudience("google")
    .setIssuedAt()
    .sign(await importPKCS8(key, "RS256"));
  return `${SAVE}${token}`;
}

/** Returns the id of a ticket's object, the same after every change. */
export function objectId({ serial }: WalletTicket, issuer: string): string {
  return `${issuer}.${serial}`;
}

/** Returns the beginning of the ids of all classes of a ticket's date. */
export function classPrefix({ eventDateId }: WalletTicket, issuer: string): string {
  return `${issuer}.date-${eventDateId}-`;
}

/** Returns the id of a date's class. A save link does not change an existing class, so a moved date gets another one. */
export function classId(ticket: WalletTicket, issuer: string): string {
  const { eventName, startsAt, endsAt, doors, venue } = ticket;
  const facts = JSON.stringify([eventName, startsAt, endsAt, doors, venue?.name, venue?.address]);
  return `${classPrefix(ticket, issuer)}${createHash("sha256").update(facts).digest("hex").slice(0, 12)}`;
}

/** Returns the fields of a class: what all tickets of a date share. */
export function googleDate(ticket: WalletTicket, { shop, language }: WalletOrder) {
  const { eventName, startsAt, endsAt, doors, venue } = ticket;
  return {
    issuerName: shop.name,
    // Google accepts new and changed classes only in this state.
    reviewStatus: "UNDER_REVIEW",
    eventName: words(eventName, language),
    // The interface requires both parts.
    ...(venue?.address && {
      venue: { name: words(venue.name, language), address: words(venue.address, language) },
    }),
    dateTime: {
      ...(doors !== undefined && { doorsOpen: withoutFraction(doors) }),
      start: withoutFraction(startsAt),
      ...(endsAt !== undefined && { end: withoutFraction(endsAt) }),
    },
    hexBackgroundColor: shop.fill,
  };
}

/** Returns the fields of an object that can change after it was saved, the same for a buyer and a guest. */
export function googleTicket(ticket: WalletTicket, { language }: WalletOrder) {
  const { section, door, code, notice, ticketType } = ticket;
  return {
    state: notice === undefined ? "ACTIVE" : "INACTIVE",
    ticketType: words(ticketType, language),
    ...((section || door) && {
      seatInfo: {
        ...(section && { section: words(section, language) }),
        ...(door && { gate: words(door, language) }),
      },
    }),
    ...(code && { barcode: { type: "QR_CODE", value: code.text, alternateText: code.shown } }),
  };
}

/** Returns the fields about the holder. They differ between an object that a guest saved and the buyer's. */
function holderFields({ group, holder, number, count }: WalletTicket, { reference }: WalletOrder) {
  return {
    ticketHolderName: plainLine(holder),
    ticketNumber: `${number}/${count}`,
    ...(reference && { reservationInfo: { confirmationCode: reference } }),
    groupingInfo: { groupingId: group, sortIndex: number },
  };
}

function words(value: string, language: string) {
  return { defaultValue: { language, value: plainLine(value) } };
}
