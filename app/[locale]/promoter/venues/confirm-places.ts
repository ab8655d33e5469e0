import "server-only";

import { getTranslations } from "next-intl/server";
import type { Locale } from "#lib/i18n/routing.ts";
import { fieldText } from "#lib/promoter/forms/field-text.ts";
import { isSame } from "#lib/promoter/forms/merge.ts";
import type { Confirmation } from "#lib/promoter/forms/state.ts";
import { LAYOUT_SECTIONS, type LayoutValues, type SectionValues } from "#lib/ticketing/manage/venues.ts";

type Venue = { readonly sections: readonly SectionValues[]; readonly configurations: readonly LayoutValues[] };

/** Returns what is asked before the places of sections change, or the sections of layouts, which all dates ahead have. */
export async function confirmPlaces(
  opened: Venue | undefined,
  values: Venue,
  locale: Locale,
): Promise<Confirmation | undefined> {
  const before = new Map(opened?.sections.map(({ key, capacity }) => [key, capacity]));
  const places = values.sections.flatMap(({ key, name, capacity }) => {
    const was = before.get(key);
    return was === undefined || was === capacity ? [] : [{ label: name, before: was, after: capacity }];
  });
  const layouts = values.configurations.flatMap((layout) => {
    const was = opened?.configurations.find(({ key }) => key === layout.key);
    if (opened === undefined || was === undefined || isSame(LAYOUT_SECTIONS, was, layout)) return [];
    const sectionsOf = (row: LayoutValues, all: Venue) =>
      fieldText(LAYOUT_SECTIONS, row, { locale, all, fieldWords: {}, none: "" });
    return [{ label: layout.name, before: sectionsOf(was, opened), after: sectionsOf(layout, values) }];
  });
  if (places.length + layouts.length === 0) return undefined;

  const t = await getTranslations({ locale, namespace: "Venues" });
  const count = places.length;
  const both = (ofPlaces: string, ofLayouts: string) =>
    [...(places.length > 0 ? [ofPlaces] : []), ...(layouts.length > 0 ? [ofLayouts] : [])].join(" ");
  return {
    title: layouts.length === 0 ? t("confirmPlaces", { count }) : t("confirmLayouts"),
    changes: [...places, ...layouts],
    affected: {
      changes: both(t("placesChange"), t("layoutsChange")),
      stays: t("placesStay"),
      watch: both(t("placesWatch"), t("layoutsWatch")),
    },
    action: layouts.length === 0 ? t("changePlaces", { count }) : t("changeLayouts"),
  };
}
