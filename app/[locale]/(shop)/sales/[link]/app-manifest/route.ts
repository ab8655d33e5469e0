import { getTranslations } from "next-intl/server";
import { orderFile, privateFile } from "#app/[locale]/(shop)/sales/[link]/private-file.ts";
import { appLook } from "#app/app-look.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { excerpt } from "#lib/i18n/words.ts";
import { openPaidTickets } from "#lib/orders/tickets.ts";

/**
 * Returns the web app manifest of one order: an icon on the home screen opens these tickets, without a URL bar. Every
 * other page is outside its scope, so that a buyer sees the URL bar of a page to pay on.
 */
export const GET = orderFile(async ({ locale, link }) => {
  if ((await openPaidTickets(link)) === undefined) return undefined;
  const t = await getTranslations({ locale, namespace: "Sale" });
  const { name } = await currentBrand();
  const page = `/${locale}/sales/${link}`;
  const manifest = {
    id: page,
    name: `${t("title")} · ${name}`,
    short_name: excerpt(t("title"), 24),
    lang: locale,
    dir: directionOf(locale),
    start_url: page,
    scope: page,
    display: "standalone",
    ...(await appLook()),
  };
  return privateFile(JSON.stringify(manifest), { type: "application/manifest+json", name: "tickets.webmanifest" });
});
