import { useTranslations } from "next-intl";

/** Says that a list or a calendar lacks events or dates: the service has more than a page may read. */
export function NotAllShown({ isPart }: { readonly isPart: boolean }) {
  const t = useTranslations("Common");
  return isPart && <p className="text-sm text-ink-muted">{t("notAllShown")}</p>;
}
