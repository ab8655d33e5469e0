import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ListTabs } from "#app/[locale]/promoter/_components/list-tabs.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { PageTitle } from "#app/page-title.tsx";

/** The pages of one's own account with their addresses, in the order of their tabs. */
const PARTS = [
  { part: "password", address: "password" },
  { part: "secondFactor", address: "second-factor" },
  { part: "tokens", address: "tokens" },
] as const;

type AccountPageProps = {
  readonly part: (typeof PARTS)[number]["part"];
  readonly locale: string;
  readonly children: ReactNode;
};

/** A page of one's own account, with the tabs that lead to the others. */
export async function AccountPage({ part, locale, children }: AccountPageProps) {
  const t = await getTranslations("OwnAccount");
  return (
    <>
      <PageHeader title={t("title")} />
      <ListTabs
        label={t("title")}
        tabs={PARTS.map((one) => ({
          label: t(`parts.${one.part}`),
          href: `/${locale}/promoter/account/${one.address}`,
          isCurrent: one.part === part,
        }))}
      />
      {children}
      <PageTitle>{t(`parts.${part}`)}</PageTitle>
    </>
  );
}
