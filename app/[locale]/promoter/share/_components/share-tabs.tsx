import { getTranslations } from "next-intl/server";
import { ListTabs } from "#app/[locale]/promoter/_components/list-tabs.tsx";

type ShareTabsProps = { readonly locale: string; readonly current: "kit" | "links" };

/** Leads from the kit to the list of links and back. */
export async function ShareTabs({ locale, current }: ShareTabsProps) {
  const t = await getTranslations("Kit");
  const path = `/${locale}/promoter/share`;
  return (
    <ListTabs
      label={t("title")}
      tabs={[
        { label: t("title"), href: path, isCurrent: current === "kit" },
        { label: t("links"), href: `${path}/links`, isCurrent: current === "links" },
      ]}
    />
  );
}
