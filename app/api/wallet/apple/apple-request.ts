import { withinLimit } from "#lib/security/limits.ts";
import { networkOfHeaders } from "#lib/security/network.ts";
import { type AppleSigner, appleSigner } from "#lib/wallet/apple-signer.ts";
import { ticketOfPass } from "#lib/wallet/current-pass.ts";
import type { PassTicket } from "#lib/wallet/pass-token.ts";

/** A phone's request for one pass: its ticket, and the token that the phone sent. */
type AppleRequest = { readonly signer: AppleSigner; readonly ticket: PassTicket; readonly token: string };

const TOKEN_MAX = 4_000;
const SERIAL = /^[0-9a-f]{24}$/;
const HEADERS = {
  "Cache-Control": "private, no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
};

/**
 * Returns a phone's request if it is allowed; otherwise the response: 404 without passes of this type, 429 above the limit of its
 * network, 401 without its token.
 */
export async function appleRequest(
  request: Request,
  { passType, serial }: { readonly passType: string; readonly serial: string },
): Promise<AppleRequest | Response> {
  const signer = await appleSigner();
  if (signer?.passType !== passType) return empty(404);
  if (!(await mayAsk(request))) return empty(429);
  const [, token = ""] = /^ApplePass (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  const isText = token.length > 0 && token.length <= TOKEN_MAX && SERIAL.test(serial);
  const ticket = isText ? await ticketOfPass(token, serial) : undefined;
  return ticket === undefined ? empty(401) : { signer, ticket, token };
}

/** Returns whether the network of a phone is within its limit of requests. */
export function mayAsk(request: Request): Promise<boolean> {
  return withinLimit("applePassPerNetwork", networkOfHeaders(request.headers));
}

export function empty(status: number): Response {
  return new Response(null, { status, headers: HEADERS });
}
