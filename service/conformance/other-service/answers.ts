/**
 * How this service writes what the interface leaves open: ids as text, references as links alone, times with `:SSS` and
 * `+1300`, amounts bare. The reference service writes all of these in another way.
 */

export const BASE_PATH = "/api/v2";
const CURRENCY = "NZD";
const ZONE = "Pacific/Auckland";

export type Answer = { readonly status: number; readonly body?: unknown };

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** An error in this service's own shape. It has no `successful`, `messages` or `errors`. */
export function problem(status: number, reason: string): Answer {
  return { status, body: { problem: { reason, status } } };
}

/** What a foreign service answers to a call that it does not have. */
export const NO_SUCH_CALL = problem(404, "This address leads nowhere.");

/** A refused reservation: the two fields of the interface, without rows of errors. */
export function refusal(message: string): Answer {
  return ok({ messages: [message], successful: false });
}

/** A reference that is a link alone, with a slash at its end. */
export function linkTo(resource: string, id: number | string): { readonly link: string } {
  return { link: `${BASE_PATH}/${resource}/${id}/` };
}

export function idText(id: number): string {
  return String(id);
}

/** Cents as a bare number: 3850 is 38.5. */
export function bare(cents: number): number {
  return cents / 100;
}

/** Cents as text: 3850 is "38.50". */
export function text(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Cents with the currency first, and the amount as text. */
export function named(cents: number): { readonly currency: string; readonly amount: string } {
  return { currency: CURRENCY, amount: text(cents) };
}

/** A time as `2026-12-04T19:30:00:000+1300`, in the service's own zone. */
export function time(at: Date): string {
  const offset = offsetOf(at);
  const local = new Date(at.getTime() + offset.minutes * 60_000).toISOString();
  return `${local.slice(0, 19)}:${local.slice(20, 23)}${offset.text}`;
}

function offsetOf(at: Date): { readonly minutes: number; readonly text: string } {
  const format = new Intl.DateTimeFormat("en", { timeZone: ZONE, timeZoneName: "longOffset" });
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "GMT+00:00";
  const [, sign = "+", hours = "00", minutes = "00"] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return { minutes: sign === "-" ? -size : size, text: `${sign}${hours}${minutes}` };
}
