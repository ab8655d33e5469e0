import { CloudOff } from "lucide";
import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { OrderRow } from "#app/[locale]/(shop)/_components/order-row.tsx";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { inBrief, type TicketedSale } from "#lib/orders/tickets.ts";

type SavedOrdersProps = {
  readonly sales: readonly TicketedSale[];
  readonly link: string;
};

/**
 * What the worker shows instead of a page that cannot be reached: the list of the orders saved on this device, here with one of them.
 * The worker cuts it out of each copy, and puts the rows of all into one (`public/order-worker.js`). No browser shows it on this page.
 */
export async function SavedOrders({ sales, link }: SavedOrdersProps) {
  const [locale, t] = await Promise.all([getLocale(), getTranslations("SavedOrders")]);
  const { Errors, Sale } = wordsOf(locale);
  const { events, first } = inBrief(sales);
  const ids = sales.flatMap(({ tickets }) => tickets.map(({ admission }) => admission.id));
  return (
    <noscript hidden id="saved-orders">
      <div className="gutter mx-auto flex w-full max-w-2xl flex-col items-start gap-6 py-10 lg:py-16">
        <span className="inline-flex size-14 items-center justify-center rounded-full bg-warn-soft text-warn">
          <Icon of={CloudOff} className="size-7" />
        </span>
        <h1 className="text-3xl">{t("title")}</h1>
        <section aria-labelledby="saved" className="w-full rounded-xl border border-line bg-surface p-5 shadow-raise">
          <h2 id="saved" className="text-xl">
            {t("saved")}
          </h2>
          <ul className="mt-3 ruled border-y border-line">
            <li lang={locale} data-tickets={ids.join()} data-starts={first ? Date.parse(first.startsAt) : ""}>
              <OrderRow events={events} first={first} href={`/${locale}/sales/${link}#tickets` as Route} />
            </li>
          </ul>
          <p className="mt-3 text-sm text-ink-muted text-pretty">{t("remove", { button: Sale.offline.remove })}</p>
        </section>
        <form>
          <Button kind="secondary">{Errors.retry}</Button>
        </form>
      </div>
    </noscript>
  );
}
