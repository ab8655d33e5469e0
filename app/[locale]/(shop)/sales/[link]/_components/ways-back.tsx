import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import { waysBack } from "#lib/orders/ways-back.ts";

/** Links to the promoter's pages from which the buyer came. */
export async function WaysBack({ sales }: { readonly sales: readonly TicketedSale[] }) {
  const [t, ways] = await Promise.all([getTranslations("WaysBack"), waysBack(sales)]);
  return ways.map(({ host, href }) => (
    <a key={href} href={href} className={buttonClass("secondary", "online-only self-start wrap-anywhere")}>
      {t("back", { host })}
    </a>
  ));
}
