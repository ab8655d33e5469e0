import type { getTranslations } from "next-intl/server";
import type { Limited } from "#lib/security/live-reservations.ts";
import { SMALL_ORDER_PLACES, VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";

type Say = Awaited<ReturnType<typeof getTranslations<"Cart">>>;

/** Returns the text for a reached limit of live places, with what to do about it. */
export function limitWords({ limit, reserved }: Omit<Limited, "ok">, t: Say): string {
  if (limit === "proof_required") return t("refusal.proof_required", { count: SMALL_ORDER_PLACES });
  if (limit === "network_limit") return t("refusal.network_limit");
  return reserved === 0
    ? t("refusal.visitor_limit_first", { count: VISITOR_PLACES_MAX })
    : t("refusal.visitor_limit", { count: reserved });
}
