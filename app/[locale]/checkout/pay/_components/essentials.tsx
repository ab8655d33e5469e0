import { getTranslations } from "next-intl/server";
import type { CartView } from "#app/[locale]/checkout/cart-view.ts";
import { Price } from "#components/price.tsx";

/** What is bought and for how much, right above the button that obliges to pay it. */
export async function Essentials({ view, locale }: { readonly view: CartView; readonly locale: string }) {
  const [t, pay] = await Promise.all([getTranslations("Hold"), getTranslations("Pay")]);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end justify-between gap-4">
        <div className="flex flex-col gap-1.5">
          {view.events.map(({ eventId, eventName, dates }) => (
            <p key={eventId}>
              <span className="font-semibold">{eventName}</span>
              {dates.map(
                ({ when }) =>
                  when && (
                    <span key={when} className="block text-sm text-ink-muted">
                      {when}
                    </span>
                  ),
              )}
            </p>
          ))}
          <p className="text-sm text-ink-muted">{t("count", { count: view.count })}</p>
        </div>
        <Price money={view.total} locale={locale} className="text-2xl font-semibold" />
      </div>
      <p className="text-sm text-ink-muted">{pay("once", { currency: view.total.currency })}</p>
    </div>
  );
}
