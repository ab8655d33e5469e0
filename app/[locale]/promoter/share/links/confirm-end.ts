import "server-only";

import { getTranslations } from "next-intl/server";
import type { Locale } from "#lib/i18n/routing.ts";
import type { Confirmation } from "#lib/promoter/forms/state.ts";

type Values = { readonly name: string; readonly state: string };

/** Returns what is asked before a link ends. */
export async function confirmEnd(
  opened: Values | undefined,
  { name, state }: Values,
  locale: Locale,
): Promise<Confirmation | undefined> {
  if (state !== "ENDED" || opened?.state === "ENDED") return undefined;
  const t = await getTranslations({ locale, namespace: "Links" });
  return {
    title: t("endTitle", { name }),
    changes: [{ label: t("state"), before: t("LIVE"), after: t("ENDED") }],
    affected: { changes: t("endChanges"), stays: t("endStays") },
    action: t("end"),
  };
}
