import { useTranslations } from "next-intl";
import { BackLink } from "#components/ui/back-link.tsx";

/** The link at the top of a promoter's page, to their events. */
export function ToEvents({ locale }: { readonly locale: string }) {
  const t = useTranslations("Promoter");
  return (
    <p>
      <BackLink href={`/${locale}/promoter/events`}>{t("back")}</BackLink>
    </p>
  );
}
