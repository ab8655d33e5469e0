import { Ban, CalendarPlus, Check, Download } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { GuestsMissing } from "#app/[locale]/sales/[link]/_components/guests-missing.tsx";
import { cancelledWords } from "#app/[locale]/sales/[link]/cancelled-words.ts";
import { orderReference } from "#app/[locale]/sales/[link]/order.ts";
import { cancelledOrder, type TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { formatMoney, isZero, type Money } from "#lib/domain/money/money.ts";

type OrderHeadProps = {
  readonly sales: readonly TicketedSale[];
  readonly total: Money;
  readonly link: string;
};

/** The heading of an order: confirmed or cancelled, its number, and its files. */
export async function OrderHead({ sales, total, link }: OrderHeadProps) {
  const [t, tCart, locale] = await Promise.all([getTranslations("Sale"), getTranslations("Cart"), getLocale()]);
  const files = `/${locale}/sales/${encodeURIComponent(link)}`;
  const count = sales.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const facts = [
    t("order", { reference: orderReference(sales) }),
    tCart("countOf", { count, events: sales.length }),
    isZero(total) ? t("confirmedFree") : t("paidTotal", { total: formatMoney(total, locale) }),
  ];
  const [only, ...others] = sales;
  const cancelled = cancelledOrder(sales);
  const off = cancelled && (await cancelledWords(cancelled, locale));
  return (
    <header className="flex flex-col gap-4 print:hidden">
      <div className="flex flex-col gap-2">
        <h1 className="flex items-center gap-4 text-4xl">
          <span
            className={classNames(
              "inline-flex size-11 shrink-0 items-center justify-center rounded-full lg:size-14",
              off ? "bg-sunken text-bad" : "bg-ok-soft text-ok",
            )}
          >
            <Icon of={off ? Ban : Check} className="size-6" strokeWidth={3} />
          </span>
          <span>
            {off?.title ?? t("going")}
            {only !== undefined && others.length === 0 && <span className="sr-only"> {only.sale.eventName}</span>}
          </span>
        </h1>
        {off && <p className="font-semibold">{off.text}</p>}
        <p className="figures text-ink-muted">{facts.join(" · ")}</p>
      </div>
      <div className="grid grid-cols-2 gap-3 lg:max-w-2xl">
        {!off && (
          <a href={`${files}/calendar`} className={ACTION}>
            <Icon of={CalendarPlus} className="size-5 shrink-0 text-accent-text" />
            {t("calendar")}
          </a>
        )}
        <a href={`${files}/pdf`} className={ACTION}>
          <Icon of={Download} className="size-5 shrink-0 text-accent-text" />
          {t("pdf")}
        </a>
      </div>
      <GuestsMissing sales={sales} />
    </header>
  );
}

const ACTION =
  "flex min-h-13 items-center gap-2.5 rounded-lg border border-line bg-surface px-4 py-2 text-sm font-semibold no-underline shadow-raise hover:bg-sunken";
