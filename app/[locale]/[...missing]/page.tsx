import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { localeFrom } from "#i18n/locale-of.ts";

export const revalidate = 300;
export const dynamic = "error";

type Props = PageProps<"/[locale]/[...missing]">;

/** Pages are rendered on their first request: an unknown URL gets a not-found page in its language. */
export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations({ locale: localeFrom((await params).locale), namespace: "Errors" });
  return { title: t("notFoundTitle"), robots: { index: false } };
}

export default async function MissingPage({ params }: Props) {
  setRequestLocale(localeFrom((await params).locale));
  notFound();
}
