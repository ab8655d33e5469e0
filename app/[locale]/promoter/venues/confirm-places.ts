import "server-only";

import { getTranslations } from "next-intl/server";
import type { Locale } from "#lib/i18n/routing.ts";
import type { Confirmation } from "#lib/promoter/forms/state.ts";
import type { SectionValues } from "#lib/ticketing/manage/venues.ts";

type Venue = { readonly sections: readonly SectionValues[] };

/** Returns what is asked before the places of sections change, which all dates ahead have. */
export async function confirmPlaces(
  opened: Venue | undefined,
  values: Venue,
  locale: Locale,
): Promise<Confirmation | undefined> {
  const before = new Map(opened?.sections.map(({ key, capacity }) => [key, capacity]));
  const changes = values.sections.flatMap(({ key, name, capacity }) => {
    const was = before.get(key);
    return was === undefined || was === capacity ? [] : [{ label: name, before: was, after: capacity }];
  });
  if (changes.length === 0) return undefined;
  const t = await getTranslations({ locale, namespace: "Venues" });
  const count = changes.length;
  return {
    title: t("confirmPlaces", { count }),
    changes,
    affected: { changes: t("placesChange"), stays: t("placesStay"), watch: t("placesWatch") },
    action: t("changePlaces", { count }),
  };
}
