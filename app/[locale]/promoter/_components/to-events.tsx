import { ArrowLeft } from "lucide";
import { useTranslations } from "next-intl";
import { Icon } from "#components/ui/icon.tsx";

/** The link at the top of a promoter's page, to their events. */
export function ToEvents({ locale }: { readonly locale: string }) {
  const t = useTranslations("RefundRequests");
  return (
    <p>
      <a
        href={`/${locale}/promoter`}
        className="tap inline-flex items-center gap-2 text-accent-text underline underline-offset-4"
      >
        <Icon of={ArrowLeft} className="size-4 rtl:[scale:-1_1]" />
        {t("back")}
      </a>
    </p>
  );
}
