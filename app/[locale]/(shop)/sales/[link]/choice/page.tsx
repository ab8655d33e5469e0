import { getLocale, getTranslations } from "next-intl/server";
import { LinkEnded } from "#app/[locale]/(shop)/sales/[link]/_components/link-ended.tsx";
import { ToOrder } from "#app/[locale]/(shop)/sales/[link]/_components/to-order.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { type OpenChoice, openChoices } from "#lib/orders/date-choices.ts";
import { isReturned, openTickets, type TicketedSale } from "#lib/orders/tickets.ts";
import { wereBoughtHere } from "#lib/session/bought-cookie.ts";
import { type DateOption, parseOption } from "#lib/ticketing/model/sale.ts";
import { ChoiceOptions } from "./_components/choice-options.tsx";
import { ChoiceSummary } from "./_components/choice-summary.tsx";

type ChoiceProps = PageProps<"/[locale]/sales/[link]/choice">;

/** What was done before this page was shown again. */
const DONE = ["kept", "moved", "refunded", "returned", "under_way", "voucher_waits", "not_known", "closed"] as const;

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(ChoicePage, { Missing: LinkEnded, unavailable: "order" });

/**
 * Where a buyer decides about tickets of a cancelled date. Choosing an option only adds it to the URL; the same page then asks the
 * buyer to confirm it.
 */
async function ChoicePage({ params, searchParams }: ChoiceProps, locale: Locale) {
  const { link } = await params;
  const sales = await openTickets(link);
  if (sales === undefined) return undefined;

  const [t, { of, to, done }] = await Promise.all([getTranslations("DateChoice"), searchParams]);
  const choices = openChoices(sales);
  const selected = choices.find(({ id }) => id === of);
  const option = parseOption(to);
  const refusal = selected && option && refusalOf(selected, option);
  const isToConfirm = selected !== undefined && option !== undefined && refusal === undefined;
  const finished = DONE.find((one) => one === done);
  const result = finished ?? (of !== undefined && selected === undefined ? "closed" : undefined);

  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-6 py-8 lg:py-14">
      {isToConfirm ? (
        <ToOrder locale={locale} link={link} path={`/choice?of=${selected.id}`}>
          {t("other")}
        </ToOrder>
      ) : (
        <ToOrder locale={locale} link={link}>
          {t("back")}
        </ToOrder>
      )}
      {result && !isToConfirm && (
        <Panel tone={result === "closed" ? "warn" : "ok"} role="status" className="font-semibold">
          {t(result)}
        </Panel>
      )}
      {refusal && (
        <Panel tone="bad" role="alert" className="font-semibold">
          {t(refusal)}
        </Panel>
      )}
      {isToConfirm ? (
        <ChoiceSummary
          open={selected}
          option={option}
          link={link}
          asksEmail={!(await wereBoughtHere(sales.map(({ sale }) => sale.key)))}
        />
      ) : (
        <>
          <h1 className="text-3xl">{t(choices.length > 0 ? "title" : "settled")}</h1>
          {choices.map((open) => (
            <section key={open.id} aria-labelledby={`choice-${open.id}`} className="flex flex-col gap-4">
              <div>
                <h2 id={`choice-${open.id}`} className="text-2xl">
                  <bdi lang={contentLanguage()}>{open.sale.sale.eventName}</bdi>
                </h2>
                <p className="text-ink-muted">
                  {t("cancelledTickets", { count: open.tickets.length, when: whenOf(open, locale) })}
                </p>
                {open.chosen === "keep" && <p className="mt-2 font-semibold">{t("keptNow")}</p>}
              </div>
              <ChoiceOptions
                open={open}
                chosen={open.id === of || open.chosen === "keep" ? chosenOf(open, to) : undefined}
              />
            </section>
          ))}
          <Settled sales={sales} isAlone={choices.length === 0 && result === undefined} />
          <PageTitle>{titleWithError(t("title"), locale, refusal !== undefined)}</PageTitle>
        </>
      )}
    </div>
  );
}

/** Returns why tickets cannot move to a date now. */
function refusalOf({ dates }: OpenChoice, option: DateOption): "full" | "no_date" | undefined {
  if (typeof option === "string") return undefined;
  const date = dates.find(({ id }) => id === option.moveTo);
  if (date === undefined) return "no_date";
  return date.hasPlaces ? undefined : "full";
}

function chosenOf({ chosen }: OpenChoice, to: unknown): string | undefined {
  return typeof to === "string" ? to : chosen;
}

function whenOf({ eventDate }: OpenChoice, locale: string): string {
  return eventDate ? spanInFull(eventDate, locale, eventDate.timeZone, "long") : "";
}

type SettledProps = {
  readonly sales: readonly TicketedSale[];
  /** Nothing is left to choose, and the page says nothing else. */
  readonly isAlone: boolean;
};

/** What was chosen before, in this window or another: the cancelled dates whose tickets were moved or refunded. */
async function Settled({ sales, isAlone }: SettledProps) {
  const [t, locale] = await Promise.all([getTranslations("DateChoice"), getLocale()]);
  const refunded = sales.flatMap(({ sale, tickets }) => {
    const returned = tickets.filter(({ admission, cancelled }) => cancelled !== undefined && isReturned(admission));
    return [...Map.groupBy(returned, ({ eventDate }) => eventDate?.id).values()].map(([one]) => ({
      event: sale.eventName,
      when: one?.eventDate ? spanInFull(one.eventDate, locale, one.eventDate.timeZone, "short") : "",
    }));
  });
  const moved = sales.flatMap(({ sale, tickets }) => {
    const chosen = tickets.filter(({ admission }) => admission.movedFrom?.by === "BUYER" && !isReturned(admission));
    return [...Map.groupBy(chosen, ({ eventDate }) => eventDate?.id).values()].flatMap(([one]) => {
      if (one?.eventDate === undefined || one.admission.movedFrom === undefined) return [];
      const { timeZone } = one.eventDate;
      const before = momentText(one.admission.movedFrom.startsAt, locale, timeZone, "short");
      return [{ event: sale.eventName, before, when: spanInFull(one.eventDate, locale, timeZone, "short") }];
    });
  });
  if (refunded.length + moved.length === 0)
    return isAlone ? <p className="text-lg text-ink-muted">{t("none")}</p> : null;
  return (
    <ul className="flex flex-col gap-2 text-lg text-ink-muted">
      {moved.map((names) => (
        <li key={`${names.event} ${names.before}`}>{t("movedOf", names)}</li>
      ))}
      {refunded.map((names) => (
        <li key={`${names.event} ${names.when}`}>{t("refundedOf", names)}</li>
      ))}
    </ul>
  );
}
