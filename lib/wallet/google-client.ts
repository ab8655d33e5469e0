import "server-only";

import { importPKCS8, SignJWT } from "jose";
import { request } from "undici";
import { z } from "zod";
import { processWide } from "#lib/runtime/process-wide.ts";
import type { GoogleIssuer } from "#lib/wallet/google-tickets.ts";

/** Where an access token is requested, and the base address of the wallet's REST interface. */
export type GoogleAddresses = { readonly token: string; readonly api: string };

/** Calls Google's REST interface for an issuer. Throws when an answer has another status than 2xx, 404 or 409. */
export type GoogleClient = {
  readonly issuer: string;
  readonly call: (method: "GET" | "POST" | "PATCH", path: string, body?: object) => Promise<GoogleAnswer>;
};

export type GoogleAnswer = { readonly status: number; readonly body: unknown };

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
  const text = await answer.body.text();
  return { status: answer.statusCode, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keyOf({ email }: GoogleIssuer, { token }: GoogleAddresses): string {
  return `${email} ${token}`;
}
