import { getTranslations } from "next-intl/server";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { PageTitle } from "#app/page-title.tsx";
import { BackLink } from "#components/ui/back-link.tsx";
import { Panel } from "#components/ui/panel.tsx";

type ShopsUserProps = { readonly name: string; readonly back: { readonly href: string; readonly label: string } };

/** The user with which a shop sells: nothing about it is changed here. */
export async function ShopsUser({ name, back }: ShopsUserProps) {
  const t = await getTranslations("Users");
  return (
    <>
      <BackLink href={back.href}>{back.label}</BackLink>
      <PageHeader title={<bdi>{name}</bdi>} />
      <Panel>{t("shopsUser")}</Panel>
      <PageTitle>{name}</PageTitle>
    </>
  );
}
