import { type AppleSigner, appleSigner } from "#lib/documents/wallet/apple-signer.ts";
import { ticketOfPass } from "#lib/orders/wallet/current-pass.ts";
import type { PassTicket } from "#lib/session/links/pass-token.ts";

/** A phone's request for one pass: its ticket, and the token that the phone sent. */
export type AppleRequest = { readonly signer: AppleSigner; readonly ticket: PassTicket; readonly token: string };

const TOKEN_MAX = 4_000;
const SERIAL = /^[0-9a-f]{24}$/;
const HEADERS = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };

/** Returns what a phone may ask for; otherwise the response: 404 without passes of this type, 401 without its token. */
export async function appleRequest(
  request: Request,
  { passType, serial }: { readonly passType: string; readonly serial: string },
): Promise<AppleRequest | Response> {
  const signer = await appleSigner();
  if (signer?.passType !== passType) return empty(404);
  const [, token = ""] = /^ApplePass (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  const isText = token.length > 0 && token.length <= TOKEN_MAX && SERIAL.test(serial);
  const ticket = isText ? await ticketOfPass(token, serial) : undefined;
  return ticket === undefined ? empty(401) : { signer, ticket, token };
}

export function empty(status: number): Response {
  return new Response(null, { status, headers: HEADERS });
}
