import { useTranslations } from "next-intl";
import type { Event } from "#lib/ticketing/model/event.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";

type PriceFromProps = { readonly event: Pick<Event, "from" | "saleStatus">; readonly locale: string };

/** "From $18.50", or the state in its place; nothing where nothing is for sale. */
export function PriceFrom({ event: { from, saleStatus }, locale }: PriceFromProps) {
  const t = useTranslations("Common");
  if (saleStatus === "SOLD_OUT")
    return <p className="rounded-sm bg-ink px-2.5 py-1 text-xs font-semibold text-canvas">{t("soldOut")}</p>;
  if (from === undefined || (saleStatus !== "ON_SALE" && saleStatus !== "NOT_ON_SALE")) return null;
  const amount = (text: string) => (
    <span className="block font-display text-xl leading-6.5 font-bold whitespace-nowrap text-ink">{text}</span>
  );
  return (
    <p className="text-end text-xs text-ink-muted">
      {isZero(from)
        ? amount(t("free"))
        : t.rich("fromAmount", { price: formatMoney(from, locale), amount: (chunks) => amount(String(chunks)) })}
    </p>
  );
}
