import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { Panel } from "#components/ui/panel.tsx";

/** Says that a part of this Cart is paid, and that the button below pays only the rest. */
export async function PaidAlready({ locale }: { readonly locale: string }) {
  const t = await getTranslations("Receipt");
  return (
    <Panel tone="accent" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="font-semibold">{t("restOnly")}</p>
      <a
        href={`/${locale}/checkout/receipt` as Route}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {t("showReceipt")}
      </a>
    </Panel>
  );
}
