import { getLocale, getTranslations } from "next-intl/server";
import { momentText } from "#lib/i18n/date-text.ts";
import { isReturned, type TicketedSale } from "#lib/orders/tickets.ts";

type SettledProps = {
  readonly sales: readonly TicketedSale[];
  /** Nothing is left to choose, and the page says nothing else. */
  readonly isAlone: boolean;
};

/** What was chosen before, in this window or another: the cancelled dates whose tickets were moved or refunded. */
export async function Settled({ sales, isAlone }: SettledProps) {
  const [t, locale] = await Promise.all([getTranslations("DateChoice"), getLocale()]);
  const refunded = sales.flatMap(({ sale, tickets }) => {
    const returned = tickets.filter(({ admission, cancelled }) => cancelled !== undefined && isReturned(admission));
    return [...Map.groupBy(returned, ({ eventDate }) => eventDate?.id).values()].map(([one]) => ({
      event: sale.eventName,
      when: one?.eventDate ? momentText(one.eventDate.startsAt, locale, one.eventDate.timeZone, "short") : "",
    }));
  });
  const moved = sales.flatMap(({ sale, tickets }) => {
    const chosen = tickets.filter(({ admission }) => admission.movedFrom?.by === "BUYER" && !isReturned(admission));
    return [...Map.groupBy(chosen, ({ eventDate }) => eventDate?.id).values()].flatMap(([one]) => {
      if (one?.eventDate === undefined || one.admission.movedFrom === undefined) return [];
      const { timeZone, startsAt } = one.eventDate;
      const inWords = (at: string) => momentText(at, locale, timeZone, "short");
      return [{ event: sale.eventName, before: inWords(one.admission.movedFrom.startsAt), when: inWords(startsAt) }];
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
