import { ChevronRight } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { Icon } from "#components/ui/icon.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { comma } from "#lib/i18n/words.ts";
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
        {orders.map(({ link, events, first }) => (
          <li key={link}>
            <a
              href={`/${locale}/sales/${link}` as Route}
              className="flex min-h-16 items-center justify-between gap-4 py-2 no-underline hover:underline"
            >
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">
                  <bdi>{events.join(comma(locale))}</bdi>
                </span>
                {first && (
                  <span className="block text-sm text-ink-muted">
                    {spanInFull(first, locale, first.timeZone, "short")}
                  </span>
                )}
              </span>
              <Icon of={ChevronRight} className="size-5 shrink-0 text-ink-muted rtl:[scale:-1_1]" />
            </a>
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
