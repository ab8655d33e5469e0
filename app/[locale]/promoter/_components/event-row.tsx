import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { momentText } from "#lib/i18n/date-text.ts";
import type { EventSummary, SaleStatus } from "#lib/ticketing/model/event.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";

/** The colour repeats the text; it never carries a meaning alone. */
const TONES: Record<SaleStatus, string> = {
  NOT_ON_SALE: "bg-sunken text-ink-muted",
  ON_SALE: "bg-ok-soft text-ok",
  SOLD_OUT: "bg-warn-soft text-warn",
  CLOSED: "bg-sunken text-ink-muted",
  CANCELLED: "bg-bad-soft text-bad",
};

type EventRowProps = { readonly event: EventSummary; readonly address: string; readonly now: Date };

/** One event: state, date, and link. */
export async function EventRow({ event, address, now }: EventRowProps) {
  const [t, locale] = await Promise.all([getTranslations("Promoter"), getLocale()]);
  const next = [event.firstDate, event.lastDate].find((date) => date !== undefined && Date.parse(date) > now.getTime());
  const field = `link-${event.id}`;

  return (
    <li className="rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="text-xl text-pretty">{event.name}</h3>
        <span className={`rounded-full px-3 py-1 text-sm font-semibold ${TONES[event.saleStatus]}`}>
          {t(`status.${event.saleStatus}`)}
        </span>
      </div>
      <p className="figures mt-1 text-ink-muted">
        {next === undefined
          ? t(event.firstDate === undefined ? "noDate" : "over")
          : momentText(next, locale, event.venue.timeZone, "short")}
        {event.venue.name !== "" && ` · ${event.venue.name}`}
        {event.from !== undefined && (
          <>
            {" · "}
            {isZero(event.from) ? t("free") : t("from", { price: formatMoney(event.from, locale) })}
          </>
        )}
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-x-2 gap-y-3">
        <label htmlFor={field} className="sr-only">
          {t("link", { event: event.name })}
        </label>
        <input
          id={field}
          readOnly
          value={address}
          className="min-h-11 min-w-0 grow basis-72 rounded-md border border-line-strong bg-sunken px-3 text-sm"
        />
        <CopyButton text={address} words={{ copy: t("copyShort"), copied: t("copied") }} about={event.name} />
        <a href={`/${locale}/promoter/embed-kit/${event.id}`} className={buttonClass("secondary")}>
          {t("kitShort")}
          <span className="sr-only"> {event.name}</span>
        </a>
        <a href={address} target="_blank" rel="noopener" className={buttonClass("quiet", "max-sm:px-1")}>
          {t("openShort")}
          <span className="sr-only"> {event.name}</span>
        </a>
      </div>
    </li>
  );
}
