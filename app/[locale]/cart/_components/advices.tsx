import { Lightbulb } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";
import type { Advice } from "#lib/domain/advice.ts";
import type { Cart } from "#lib/domain/cart.ts";
import { formatMoney } from "#lib/domain/money.ts";
import { linkToAdd } from "../link-to-add.ts";

/** What is missing for a saving, in the service's own figures, and one click to where it can be had. */
export async function Advices({ cart, locale }: { readonly cart: Cart; readonly locale: string }) {
  const t = await getTranslations("Hold.advice");
  const told = cart.advice.slice(0, ADVICES_MAX);
  if (told.length === 0) return null;
  return (
    <section aria-label={t("title")} className="flex flex-col gap-3">
      {told.map((advice) => (
        <div key={advice.rule} className="flex gap-3 rounded-xl bg-accent-soft p-5 text-accent-on-soft">
          <Lightbulb aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <div className="flex min-w-0 flex-col items-start gap-3">
            <p>
              {t("text", { missing: missingOf(advice), name: advice.name, saves: formatMoney(advice.saves, locale) })}
            </p>
            {advice.missing.map((missing) => {
              const link = linkToAdd(cart, missing);
              return (
                <Link
                  key={`${missing.eventId} ${missing.eventDateId}`}
                  href={`/${locale}/events/${missing.eventId}${link}` as Route}
                  prefetch={false}
                  className={buttonClass("secondary")}
                >
                  {t("add", { count: missing.quantity, event: missing.eventName })}
                </Link>
              );
            })}
          </div>
        </div>
      ))}
    </section>
  );

  function missingOf({ missing }: Advice): string {
    const parts = missing.map(({ quantity, eventName }) => t("missing", { count: quantity, event: eventName }));
    return new Intl.ListFormat(locale, { type: "conjunction" }).format(parts);
  }
}

/** More than these help nobody to choose. The service names the largest saving first. */
const ADVICES_MAX = 2;
