import type { getTranslations } from "next-intl/server";
import type { Limited } from "#lib/security/live-reservations.ts";
import { SMALL_ORDER_PLACES, VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";
import { RESERVATIONS_MAX } from "#lib/session/purchase/purchase-cookie.ts";

/** The reasons that need no number. */
const REASONS = [
  "nothing_chosen",
  "sold_out",
  "not_enough",
  "over_limit",
  "under_minimum",
  "not_on_sale",
  "closed",
  "cancelled",
  "code_required",
  "mixed_currency",
  "reservation_expired",
  "wrong_state",
  "no_longer_on_sale",
  "busy",
  "out_of_date",
  "service_busy",
  "no_answer",
  "not_confirmed",
  "network_limit",
] as const;

type Say = Awaited<ReturnType<typeof getTranslations<"Cart">>>;

/** Returns the text for a reached limit of live places, with what to do about it. */
export function limitWords({ limit, reserved }: Omit<Limited, "ok">, t: Say): string {
  if (limit === "proof_required") return t("refusal.proof_required", { count: SMALL_ORDER_PLACES });
  if (limit === "network_limit") return t("refusal.network_limit");
  return reserved === 0
    ? t("refusal.visitor_limit_first", { count: VISITOR_PLACES_MAX })
    : t("refusal.visitor_limit", { count: reserved });
}

/** Returns the text for the reason in an address why tickets are not reserved; that of any refusal for one that is none of ours. */
export function refusalText(reason: string, t: Say): string {
  if (reason === "cart_full") return t("refusal.cart_full", { count: RESERVATIONS_MAX });
  if (reason === "visitor_limit" || reason === "proof_required") return limitWords({ limit: reason, reserved: 0 }, t);
  return t(`refusal.${REASONS.find((known) => known === reason) ?? "refused"}`);
}
