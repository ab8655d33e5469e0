import { getTranslations } from "next-intl/server";
import { catalogueGroup } from "#lib/catalogue/calendar.ts";
import type { FeedScope } from "#lib/catalogue/season/feed-scope.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";

/** Returns a feed's name in the language; `undefined` where the group does not exist. */
export async function nameOfScope({ group: id }: FeedScope, locale: string): Promise<string | undefined> {
  const brand = (await currentBrand()).name;
  if (id === undefined) return (await getTranslations({ locale, namespace: "Common" }))("siteTitle", { brand });
  const { value: group } = await catalogueGroup(id);
  return group && `${group.name} · ${brand}`;
}
