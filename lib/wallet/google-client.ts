import "server-only";

import { isDeepStrictEqual } from "node:util";
import { importPKCS8, SignJWT } from "jose";
import { request } from "undici";
import { z } from "zod";
import { parseJson } from "#lib/runtime/limited-text.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import {
  classId,
  classPrefix,
  type GoogleIssuer,
  googleDate,
  googleTicket,
  objectId,
} from "#lib/wallet/google-tickets.ts";
import {
  type PassShop,
  type SoldTicket,
  shopOfPasses,
  walletOrderOf,
  walletTicketOf,
} from "#lib/wallet/wallet-ticket.ts";
import { soldTicketsOf } from "#lib/wallet/wallet-tickets.ts";

/** Where an access token is requested, and the base address of the wallet's REST interface. */
export type GoogleAddresses = { readonly token: string; readonly api: string };

/** Calls Google's REST interface for an issuer. Throws when an answer has another status than 2xx, 404 or 409. */
type GoogleClient = {
  readonly issuer: string;
  readonly call: (method: "GET" | "POST" | "PATCH", path: string, body?: object) => Promise<GoogleAnswer>;
};

type GoogleAnswer = { readonly status: number; readonly body: unknown };

const GOOGLE: GoogleAddresses = {
  token: "https://oauth2.googleapis.com/token",
  api: "https://walletobjects.googleapis.com/walletobjects/v1/",
};
const SCOPE = "https://www.googleapis.com/auth/wallet_object.issuer";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const CALL_MS = 10_000;
/** A token is not used in its last minute. */
const MARGIN_MS = 60_000;
/** Something does not exist, or exists already: callers decide. */
const EXPECTED = [404, 409];

const tokenShape = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const tokens = processWide("Google access tokens", () => new Map<string, { token: string; untilMs: number }>());

/** Returns a client with an access token, which is kept until it ends. Throws when Google grants none. */
export async function openGoogle(issuer: GoogleIssuer, addresses: GoogleAddresses = GOOGLE): Promise<GoogleClient> {
  const token = await accessToken(issuer, addresses);
  return {
    issuer: issuer.issuer,
    async call(method, path, body) {
      const answer = await exchange(new URL(path, addresses.api), {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (answer.status === 401) tokens.delete(keyOf(issuer, addresses));
      if (answer.status >= 300 && !EXPECTED.includes(answer.status))
        throw new Error(`Google Wallet: status ${answer.status} to ${method} ${path}`);
      return answer;
    },
  };
}

/** Exchanges a signed assertion of the service account for an access token (RFC 7523). */
async function accessToken(issuer: GoogleIssuer, addresses: GoogleAddresses): Promise<string> {
  const known = tokens.get(keyOf(issuer, addresses));
  if (known !== undefined && Date.now() < known.untilMs) return known.token;
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(issuer.email)
    .setAudience(addresses.token)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(await importPKCS8(issuer.key, "RS256"));
  const { status, body } = await exchange(new URL(addresses.token), {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
  });
  const { data } = tokenShape.safeParse(body);
  if (status !== 200 || data === undefined) throw new Error(`Google grants no access token: status ${status}`);
  const untilMs = Date.now() + data.expires_in * 1000 - MARGIN_MS;
  tokens.set(keyOf(issuer, addresses), { token: data.access_token, untilMs });
  return data.access_token;
}

type Exchange = {
  readonly method: "GET" | "POST" | "PATCH";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

async function exchange(address: URL, { method, headers, body }: Exchange): Promise<GoogleAnswer> {
  const signal = AbortSignal.timeout(CALL_MS);
  const answer = await request(address, { method, headers, signal, ...(body !== undefined && { body }) });
  return { status: answer.statusCode, body: parseJson(await answer.body.text()) };
}

function keyOf({ email }: GoogleIssuer, { token }: GoogleAddresses): string {
  return `${email} ${token}`;
}

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
 * Updates the saved tickets of some sales to the service's current data: time and place in their class, state and code in their
 * objects. A ticket that was not saved is skipped. Throws when Google refuses a call.
 */
export async function updateGoogleTickets(
  saleKeys: readonly string[],
  locale: string,
  google: GoogleClient,
): Promise<void> {
  const shop = await shopOfPasses();
  // One after the other, so that the next ticket of a date finds its class already updated.
  for (const sold of await soldTicketsOf(saleKeys)) await updateTicket(sold, shop, locale, google);
}

async function updateTicket(sold: SoldTicket, shop: PassShop, locale: string, { issuer, call }: GoogleClient) {
  const ticket = walletTicketOf(sold, shop, locale, false);
  const order = walletOrderOf(sold, shop, locale, false);
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

/** Returns whether a class already has this name, time and place, so that no holder is notified twice. */
function isUpToDate(present: unknown, date: ReturnType<typeof googleDate>): boolean {
  const { data } = shownShape.safeParse(present);
  return data !== undefined && isDeepStrictEqual(data, shownShape.parse(date));
}
