import { getTranslations } from "next-intl/server";
import { BackLink } from "#components/ui/back-link.tsx";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import { waysBack } from "#lib/orders/ways-back.ts";

/** Links to the promoter's pages from which the buyer came. */
export async function WaysBack({ sales }: { readonly sales: readonly TicketedSale[] }) {
  const [t, ways] = await Promise.all([getTranslations("WaysBack"), waysBack(sales)]);
  return ways.map(({ host, href }) => (
    <BackLink key={href} href={href}>
      <span className="wrap-anywhere">{t("back", { host })}</span>
    </BackLink>
  ));
}
