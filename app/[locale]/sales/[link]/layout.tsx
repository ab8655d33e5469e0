import { getTranslations } from "next-intl/server";
import { ErrorWords } from "#components/site/error-words.tsx";
import { localeFrom } from "#i18n/locale-of.ts";

/** The pages of an order: when one cannot be shown, the words are about tickets, not about a cart. */
export default async function OrderLayout({ params, children }: LayoutProps<"/[locale]/sales/[link]">) {
  const t = await getTranslations({ locale: localeFrom((await params).locale), namespace: "Errors" });
  return (
    <ErrorWords words={{ title: t("errorTitle"), text: t("errorTickets"), retry: t("retry") }}>{children}</ErrorWords>
  );
}
