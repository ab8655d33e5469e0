import "server-only";

/** Why a write is turned away. It goes to the log and to nobody else. */
export type Closed = "no origin" | "foreign origin" | "another site" | "not a form";

const FORM = /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i;

/**
 * `undefined` when the request comes from a form of our own pages. Host and X-Forwarded-Host are never looked at:
 * whoever asks may write them.
 */
export function refusalOfOrigin(headers: Pick<Headers, "get">, ourOrigin: string): Closed | undefined {
  const origin = headers.get("origin");
  if (origin === null) return "no origin";
  if (origin !== ourOrigin) return "foreign origin";
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return "another site";
  if (!FORM.test(headers.get("content-type") ?? "")) return "not a form";
  return undefined;
}
