import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { OrderRow } from "#app/[locale]/(shop)/_components/order-row.tsx";
import { ordersOnDevice } from "#lib/orders/orders-on-device.ts";

/** "Your tickets": the orders that were paid on this device, until its user removes them. It works without script. */
export async function YourTickets({ locale }: { readonly locale: string }) {
  const [orders, t] = await Promise.all([ordersOnDevice(), getTranslations("FindTickets")]);
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="bought" className="w-full rounded-xl border border-line bg-surface p-5 shadow-raise">
      <h2 id="bought" className="text-xl">
        {t("device")}
      </h2>
      <p className="text-sm text-ink-muted">{t("deviceText")}</p>
      <ul className="mt-3 ruled border-y border-line">
        {orders.map(({ link, ...order }) => (
          <li key={link}>
            <OrderRow {...order} href={`/${locale}/sales/${link}` as Route} />
          </li>
        ))}
      </ul>
      <form method="post" action={`/${locale}/find-tickets/forget`} className="mt-3">
        <button type="submit" className="tap text-sm text-ink-muted underline underline-offset-4">
          {t("clear")}
        </button>
      </form>
    </section>
  );
}
