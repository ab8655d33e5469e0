import { UserRoundPlus } from "lucide";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { TicketedSale } from "#lib/orders/tickets.ts";

/** The number of guests of the order with missing details, with a link to the first of them. */
export async function GuestsMissing({ sales }: { readonly sales: readonly TicketedSale[] }) {
  const waiting = sales.map(({ tickets, reference }) => ({
    reference,
    count: tickets.filter(({ admission, cancelled }) => !cancelled && admission.status === "PENDING_GUEST_DETAILS")
      .length,
  }));
  const count = waiting.reduce((sum, sale) => sum + sale.count, 0);
  const first = waiting.find((sale) => sale.count > 0);
  if (first === undefined) return null;

  const t = await getTranslations("Guests");
  return (
    <Panel tone="warn" className="flex gap-3 border-transparent print:hidden">
      <Icon of={UserRoundPlus} className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="flex flex-col items-start gap-1">
        <p className="font-semibold">{t("waiting", { count })}</p>
        <p className="text-sm">{t("waitingText", { count })}</p>
        <a href={`#guests-${first.reference}`} className={buttonClass("secondary", "mt-2 text-sm")}>
          {t("addDetails")}
        </a>
      </div>
    </Panel>
  );
}
