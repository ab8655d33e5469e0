import { getLocale } from "next-intl/server";
import { CopyAge } from "#app/[locale]/(shop)/sales/[link]/_components/offline/copy-age.tsx";
import { OfflineCopy } from "#app/[locale]/(shop)/sales/[link]/_components/offline/offline-copy.tsx";
import { SavedOrders } from "#app/[locale]/(shop)/sales/[link]/_components/offline/saved-orders.tsx";
import { dateLanguage } from "#lib/i18n/date-text.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { hasOrderOnDevice } from "#lib/orders/orders-on-device.ts";
import { linkEnd, type TicketedSale } from "#lib/orders/tickets.ts";
import { foundLinkEnd } from "#lib/session/links/links.ts";

/** A copy of tickets without a known date is kept for this long after each visit. */
const WITHOUT_DATE_MS = 30 * 24 * 60 * 60 * 1000;

type OfflineOrderProps = {
  readonly sales: readonly TicketedSale[];
  readonly reference: string;
  readonly renderedAt: number;
  readonly link: string;
};

/** Says whether the order page is saved on this device. Its button removes it, and on the device that paid the order as well. */
export async function OfflineOrder({ sales, reference, renderedAt, link }: OfflineOrderProps) {
  const [locale, isOnDevice, end = Number.POSITIVE_INFINITY] = await Promise.all([
    getLocale(),
    hasOrderOnDevice(sales.map(({ sale }) => sale.key)),
    foundLinkEnd(link),
  ]);
  const datesOf = ({ tickets }: TicketedSale) => tickets.map(({ eventDate }) => eventDate);
  const ends = sales.flatMap((sale) => linkEnd(sale.event, datesOf(sale)) ?? []);
  return (
    <>
      <OfflineCopy
        renderedAt={renderedAt}
        until={Math.min(end, ends.length === 0 ? renderedAt + WITHOUT_DATE_MS : Math.max(...ends))}
        order={reference}
        forget={isOnDevice ? `/${locale}/find-tickets/forget` : undefined}
        words={wordsOf(locale).Sale.offline}
      />
      <SavedOrders sales={sales} link={link} />
    </>
  );
}

/** The age of the page where it is shown without a connection. */
export async function OrderAge({ renderedAt, isBanner = false }: { renderedAt: number; isBanner?: boolean }) {
  const locale = await getLocale();
  return (
    <CopyAge
      renderedAt={renderedAt}
      language={dateLanguage(locale)}
      words={wordsOf(locale).Sale.offline.age}
      isBanner={isBanner}
    />
  );
}
