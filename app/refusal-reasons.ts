import type { getTranslations } from "next-intl/server";
import { limitWords } from "#app/limit-words.ts";
import type { ReserveResult } from "#lib/cart/reserving/reserve.ts";
import { durationText } from "#lib/i18n/date-text.ts";
import { VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";
import { RESERVATIONS_MAX } from "#lib/session/purchase/sealed-purchase.ts";

/** An outcome after which the tickets are shown again. The others have a page of their own. */
export type NotReserved = Exclude<
  ReserveResult,
  { readonly result: "reserved" | "paying" | "partly_paid" | "in_line" }
>;

/** Why tickets are not reserved, as an address names it. */
type Why =
  | Extract<NotReserved, { readonly result: "refused" }>["refusal"]
  | Extract<NotReserved, { readonly result: "short" }>["refused"]["refusal"]
  | Extract<NotReserved, { readonly result: "limited" }>["limited"]["limit"]
  | Exclude<NotReserved["result"], "refused" | "short" | "limited">
  /** The tickets of a form that was sent twice, or whose answer was lost, may be reserved. */
  | "not_confirmed";

/** A reason, with the number that its text states: the visitor's places, or the seconds to wait. */
export type Reason = { readonly why: Why; readonly number?: number };

/** The greatest number that the address of a reason may state. The wait for codes is an hour at most. */
const GREATEST = {
  nothing_chosen: 0,
  sold_out: 0,
  not_enough: 0,
  over_limit: 0,
  under_minimum: 0,
  not_on_sale: 0,
  closed: 0,
  cancelled: 0,
  code_required: 0,
  mixed_currency: 0,
  reservation_expired: 0,
  wrong_state: 0,
  no_longer_on_sale: 0,
  busy: 0,
  refused: 0,
  out_of_date: 0,
  no_cookies: 0,
  service_busy: 0,
  no_answer: 0,
  maybe_reserved: 0,
  not_confirmed: 0,
  cart_full: 0,
  network_limit: 0,
  proof_required: 0,
  visitor_limit: VISITOR_PLACES_MAX,
  codes_limited: 3_600,
} as const satisfies Record<Why, number>;

/** Returns why an outcome reserved nothing. */
export function reasonOf(outcome: NotReserved): Reason {
  switch (outcome.result) {
    case "refused":
      return { why: outcome.refusal };
    case "short":
      return { why: outcome.refused.refusal };
    case "limited":
      return { why: outcome.limited.limit, number: outcome.limited.reserved };
    case "codes_limited":
      return { why: "codes_limited", number: outcome.waitSeconds };
    case "cart_full":
      return { why: "cart_full" };
  }
}

/** Returns the reason as the parameter `refused` of an address: "sold_out", or "visitor_limit.12". `refusalText` reads it. */
export function formatReason({ why, number = 0 }: Reason): string {
  return GREATEST[why] > 0 && number > 0 ? `${why}.${number}` : why;
}

/** Returns whether the text of a reason says to look into the cart before another try. */
export function checksCart(why: string): boolean {
  return why === "service_busy" || why === "not_confirmed" || why === "no_answer";
}

/** Returns the text for that parameter of an address; that of any refusal for one that is none of ours. */
export function refusalText(
  parameter: string,
  t: Awaited<ReturnType<typeof getTranslations<"Cart">>>,
  locale: string,
): string {
  const { why, number = 0 } = parseReason(parameter);
  switch (why) {
    case "cart_full":
      return t("refusal.cart_full", { count: RESERVATIONS_MAX });
    case "visitor_limit":
    case "network_limit":
    case "proof_required":
      return limitWords({ limit: why, reserved: number }, t);
    case "codes_limited":
      return t("code.tooMany", { wait: durationText(number, locale) });
    default:
      return t(`refusal.${why}`);
  }
}

function parseReason(parameter: string): Reason {
  const [, name = "", digits = "0"] = /^(\w+?)(?:\.(\d{1,6}))?$/.exec(parameter) ?? [];
  if (!isWhy(name)) return { why: "refused" };
  return { why: name, number: Math.min(Number(digits), GREATEST[name]) };
}

function isWhy(name: string): name is Why {
  return Object.hasOwn(GREATEST, name);
}
