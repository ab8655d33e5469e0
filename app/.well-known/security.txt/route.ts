import { currentSeller } from "#lib/catalogue/seller.ts";
import { env } from "#lib/env.ts";
import { routing } from "#lib/i18n/routing.ts";

export const dynamic = "force-dynamic";

/** At most a year, says RFC 9116; a page that is kept elsewhere must not outlive the address for long. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Says whom to write to about a weakness of the shop: the address for help, where there is one. */
export async function GET(): Promise<Response> {
  const { email } = await currentSeller();
  if (email === undefined) return new Response("This shop names no address.\n", { status: 404, headers: NO_STORE });
  const today = Math.floor(Date.now() / DAY_MS);
  const lines = [
    `Contact: mailto:${encodeURIComponent(email).replace("%40", "@")}`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${[...new Set([routing.defaultLocale, ...routing.locales])].join(", ")}`,
    `Canonical: ${env().FOYER_ORIGIN}/.well-known/security.txt`,
  ];
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return new Response(`${lines.join("\n")}\n`, { headers });
}

const NO_STORE = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
