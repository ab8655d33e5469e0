import { type RequestContext, requestContext } from "#src/platform/domain/request-context.ts";

/** The name of every connection in pg_stat_activity. */
export const APPLICATION_NAME = "foyer";

/**
 * Returns the statement that begins a transaction. It names the request in the connection's application_name, which
 * pg_stat_activity shows during each statement of the transaction, prepared ones included, and `log_line_prefix` may log. It
 * ends with the transaction and needs no round trip of its own.
 */
export function beginStatement(): string {
  const context = requestContext();
  return context === undefined
    ? "BEGIN"
    : `BEGIN; SET LOCAL application_name = '${APPLICATION_NAME} ${originOf(context)}'`;
}

/**
 * Puts the request into a comment of a statement that is not prepared. At its beginning, since pg_stat_activity cuts a long one.
 * A prepared statement has a constant text, since PostgreSQL plans it once: outside of a transaction it names no request.
 */
export function withOrigin(text: string): string {
  const context = requestContext();
  return context === undefined ? text : `/* request ${originOf(context)} */ ${text}`;
}

/** Returns what stands for a request, or for those of a batch, with no character that could end a comment or a text. */
function originOf({ request, others = 0 }: RequestContext): string {
  return `${request.replaceAll(/[^0-9a-zA-Z-]/g, "")}${others > 0 ? ` and ${others} more` : ""}`;
}
