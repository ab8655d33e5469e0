import { getTranslations, setRequestLocale } from "next-intl/server";

export const revalidate = 300;
export const dynamic = "error";

export default async function ListPage({ params }: PageProps<"/[locale]">) {
  setRequestLocale((await params).locale);
  const t = await getTranslations("Common");
  return (
    <div className="gutter mx-auto max-w-6xl py-8">
      <h1 className="text-4xl">{t("whatsOn")}</h1>
    </div>
  );
}
