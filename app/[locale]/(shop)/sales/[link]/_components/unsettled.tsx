import { getTranslations } from "next-intl/server";
import { Reload } from "#components/reload.tsx";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";

/** Long enough for a processor to answer, short enough for a waiting reader. */
const RELOAD_MS = 5_000;

/** A sale that was charged, or may have been, without tickets: what happens now, and no second payment. */
export async function Unsettled({ sale, reference }: TicketedSale) {
  const t = await getTranslations("Sale");
  const checking = sale.status === "PROCESSING";
  const { email } = await currentSeller();
  return (
    <Panel tone={checking ? "warn" : "bad"} className="mb-8 max-w-2xl">
      <h1 className="text-2xl">{t(checking ? "checkingTitle" : "unfulfilledTitle")}</h1>
      <p className="mt-2">{sale.eventName}</p>
      <p className="mt-2 font-semibold">{t(checking ? "checkingText" : "unfulfilledText")}</p>
      {checking && (
        // Without script the button reloads the page.
        <form className="mt-4">
          <Reload afterMs={RELOAD_MS} isRepeated />
          <Button kind="secondary">{t("askAgain")}</Button>
        </form>
      )}
      <p className="figures mt-2 text-sm">{t("order", { reference })}</p>
      {email !== undefined && (
        <p className="mt-2 text-sm">
          <a href={`mailto:${email}`} className="inline-block py-1 underline underline-offset-4">
            {t("helpLink", { email })}
          </a>
        </p>
      )}
    </Panel>
  );
}
