import { CalendarX2 } from "lucide";
import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { momentText } from "#lib/i18n/date-text.ts";
import { type OpenChoice, openChoices } from "#lib/orders/date-choices.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";

type ChoicePanelProps = { readonly sales: readonly TicketedSale[]; readonly link: string };

/** The cancelled dates of an order for which the buyer may choose, or has chosen to keep the tickets. */
export async function ChoicePanel({ sales, link }: ChoicePanelProps) {
  const choices = openChoices(sales);
  if (choices.length === 0) return null;
  const [t, locale] = await Promise.all([getTranslations("DateChoice"), getLocale()]);
  const isOpen = choices.some(({ chosen }) => chosen !== "keep");
  const canMove = choices.some(({ dates }) => dates.some(({ hasPlaces }) => hasPlaces));
  return (
    <Panel tone={isOpen ? "warn" : "plain"} className="mt-6 flex gap-3 print:hidden">
      <Icon of={CalendarX2} className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <h2 className="sr-only">{t("title")}</h2>
        {choices.map((choice) => (
          <p key={choice.id} className="font-semibold text-pretty">
            {t(choice.chosen === "keep" ? "keptOf" : "cancelledOf", namesOf(choice, locale))}
          </p>
        ))}
        {isOpen && <p className="text-sm">{t(canMove ? "optionsMove" : "options")}</p>}
        <a
          href={`/${locale}/sales/${link}/choice` as Route}
          className={buttonClass(isOpen ? "primary" : "secondary", "mt-2")}
        >
          {t(isOpen ? "choose" : "change")}
        </a>
      </div>
    </Panel>
  );
}

/** Returns the event and the cancelled date in words. */
export function namesOf({ sale, eventDate }: OpenChoice, locale: string) {
  return {
    event: sale.sale.eventName,
    when: eventDate ? momentText(eventDate.startsAt, locale, eventDate.timeZone, "short") : "",
  };
}
