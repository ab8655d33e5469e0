import { getTranslations } from "next-intl/server";
import { classNames } from "#components/ui/class-names.ts";
import { formatNumber } from "#lib/i18n/number-text.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { PartnerFigures as Figures } from "#lib/ticketing/partner.ts";

type PartnerFiguresProps = { readonly figures: Figures; readonly locale: string; readonly isLarge?: boolean };

/** What was opened and sold, each figure below its name; the revenue where the partner may see it. */
export async function PartnerFigures({ figures, locale, isLarge = false }: PartnerFiguresProps) {
  const t = await getTranslations("PartnerPage");
  const number = (count: number) => formatNumber(count, locale);
  const { opened, orders, tickets, revenue } = figures;
  const shown = [
    ["opened", number(opened)],
    ["orders", number(orders)],
    ["tickets", number(tickets)],
    ...(revenue === undefined ? [] : [["revenue", formatMoney(revenue, locale)] as const]),
  ] as const;
  return (
    <dl className="grid grid-cols-3 gap-x-3 gap-y-2 max-[23rem]:grid-cols-2 sm:grid-cols-6">
      {shown.map(([name, figure]) => (
        <div key={name} className={classNames(name === "revenue" && "col-span-full sm:col-span-3")}>
          <dt className="text-xs text-ink-muted">{t(name)}</dt>
          <dd className={classNames("figures whitespace-nowrap", isLarge && "font-display text-2xl font-extrabold")}>
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  );
}
