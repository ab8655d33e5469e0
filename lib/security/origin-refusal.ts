/** Why a write is refused. It is logged and not sent to the client. */
export type OriginRefusal = "no origin" | "foreign origin" | "another site" | "not a form";

const FORM = /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i;

/**
 * Returns why a request is refused, or `undefined` when it comes from a form of our own pages. Host and
 * X-Forwarded-Host are not read, since the client controls them.
 */
export function refusalOfOrigin(headers: Pick<Headers, "get">, ourOrigin: string): OriginRefusal | undefined {
  const origin = headers.get("origin");
  if (origin === null) return "no origin";
  if (origin !== ourOrigin) return "foreign origin";
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return "another site";
  if (!FORM.test(headers.get("content-type") ?? "")) return "not a form";
  return undefined;
}
