import { Lightbulb, Plus } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { changeByAdvice } from "#lib/cart/summary.ts";
import { linkToAdd } from "#lib/catalogue/event-link.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { comma } from "#lib/i18n/words.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { Advice } from "#lib/ticketing/model/pricing.ts";

/** The tickets missing for a saving, by the service's figures, with a link to add them. */
export async function Advices({ cart, locale }: { readonly cart: Cart; readonly locale: string }) {
  const t = await getTranslations("Cart.advice");
  // The service lists the lowest total first. One is shown, since several are hard to compare.
  const [advice] = cart.advice;
  if (advice === undefined || advice.total.currency !== cart.total.currency) return null;
  const { isLower, amount } = changeByAdvice(cart, advice);
  const change = { missing: missingOf(advice), amount: formatMoney(amount, locale) };
  return (
    <section aria-label={t("title")} className="flex gap-3 rounded-xl bg-accent-soft p-5 text-accent-on-soft">
      <Icon of={Lightbulb} className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 grow flex-col gap-3">
        <div>
          <h2 className="font-display text-lg font-bold">{t(isLower ? "save" : "addFor", change)}</h2>
          <p className="dotted text-sm">
            <bdi lang={contentLanguage()}>{advice.name}</bdi>
            <span>{t("total", { total: formatMoney(advice.total, locale) })}</span>
          </p>
        </div>
        {advice.missing.map((missing) => (
          <PageLink
            key={`${missing.eventId} ${missing.eventDateId}`}
            href={`/${locale}/events/${missing.eventId}${linkToAdd(cart, missing)}` as Route}
            className={buttonClass("secondary", "w-full sm:w-auto sm:self-start")}
          >
            <Icon of={Plus} className="size-5 shrink-0" />
            {advice.missing.length > 1 ? (
              <span>{t("add", { count: missing.quantity, event: missing.eventName })}</span>
            ) : (
              // The heading names the event.
              <span>
                <span>{t("addShort", { count: missing.quantity })}</span>
                <span className="sr-only">{`${comma(locale)}${missing.eventName}`}</span>
              </span>
            )}
          </PageLink>
        ))}
      </div>
    </section>
  );

  function missingOf({ missing }: Advice): string {
    const parts = missing.map(({ quantity, eventId, eventName, ticketTypes: [type] }) => {
      const tickets = { count: quantity, event: eventName };
      if (type === undefined || type.name === "") return t("missing", tickets);
      const isOnlyEvent = cart.sales.every(({ eventId: inCart }) => inCart === eventId);
      return t(isOnlyEvent ? "missingHere" : "missingOf", { ...tickets, type: type.name });
    });
    return new Intl.ListFormat(locale, { type: "conjunction" }).format(parts);
  }
}
