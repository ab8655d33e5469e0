import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ListTabs } from "#app/[locale]/promoter/_components/list-tabs.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { PageTitle } from "#app/page-title.tsx";

/** The pages of the settings, in the order of their tabs. */
const PARTS = ["brand", "mail", "users", "embeds", "log"] as const;

type SettingsPageProps = {
  readonly part: (typeof PARTS)[number];
  readonly locale: string;
  /** The primary button. */
  readonly button?: ReactNode;
  readonly children: ReactNode;
};

/** A page of the settings, with the tabs that lead to the others. */
export async function SettingsPage({ children, ...header }: SettingsPageProps) {
  const t = await getTranslations("Settings");
  return (
    <>
      <SettingsHeader {...header} />
      {children}
      <PageTitle>{t(`parts.${header.part}`)}</PageTitle>
    </>
  );
}

/** The heading of a page that has a title of its own. */
export async function SettingsHeader({ part, locale, button }: Omit<SettingsPageProps, "children">) {
  const t = await getTranslations("Settings");
  return (
    <>
      <PageHeader title={t("title")}>{button}</PageHeader>
      <ListTabs
        label={t("title")}
        tabs={PARTS.map((one) => ({
          label: t(`parts.${one}`),
          href: `/${locale}/promoter/settings/${one}`,
          isCurrent: one === part,
        }))}
      />
    </>
  );
}
