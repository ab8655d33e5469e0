import { Share2 } from "lucide";
import { getTranslations } from "next-intl/server";
import { switchWaitingRoom } from "#app/[locale]/promoter/actions.ts";
import { Hidden } from "#components/forms/submission-form.tsx";
import { Poster } from "#components/poster/poster.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { priceFrom } from "#lib/catalogue/price-text.ts";
import { brand } from "#lib/env.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { NextDate } from "#lib/promoter/promoter-events.ts";
import { type EventSummary, type SaleStatus, statedDates } from "#lib/ticketing/model/event.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";
import type { Span } from "#lib/ticketing/model/span.ts";
import { hueOf } from "#lib/tickets/art/accent.ts";

/** The colour repeats the text; it never carries a meaning alone. */
const TONES: Record<SaleStatus, string> = {
  NOT_ON_SALE: "bg-sunken text-ink-muted",
  ON_SALE: "bg-ok-soft text-ok",
  SOLD_OUT: "bg-warn-soft text-warn",
  CLOSED: "bg-sunken text-ink-muted",
  CANCELLED: "bg-bad-soft text-bad",
};

type EventRowProps = {
  readonly event: EventSummary;
  readonly next: NextDate | undefined;
  readonly picture: Picture | undefined;
  readonly address: string;
  readonly now: Date;
  readonly locale: Locale;
  /** The fields of the search, to come back to. */
  readonly back: Readonly<Record<string, string>>;
};

/** One event: what and when, its tickets, and the ways to share it. On a wide screen all rows have the same columns. */
export async function EventRow({ event, next, picture, address, now, locale, back }: EventRowProps) {
  const t = await getTranslations("Promoter");
  const { id, name, venue, from, firstDate, saleStatus } = event;
  const span = next?.span ?? statedDate(event, now);
  return (
    <li className="grid gap-x-6 gap-y-3 p-4 lg:grid-cols-[minmax(0,1fr)_13rem_22rem] lg:items-center lg:px-5">
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-4">
        <div className="overflow-hidden rounded-lg">
          <Poster
            eventId={id}
            brandHue={hueOf(brand().BRAND_COLOUR)}
            picture={picture}
            use="thumb"
            className="aspect-square"
          />
        </div>
        <div className="flex min-w-0 flex-col gap-0.5">
          <h3 className="text-lg leading-snug text-pretty">
            <a href={address} target="_blank" rel="noopener" className="inline-block underline underline-offset-4">
              <bdi lang={contentLanguage()}>{name}</bdi>
            </a>
          </h3>
          <p className="figures text-sm font-semibold">
            {span === undefined
              ? t(firstDate === undefined ? "noDate" : "over")
              : spanText(span, locale, venue.timeZone, now)}
            {next !== undefined && next.later > 0 && (
              <>
                {" "}
                <span className="inline-block font-normal text-ink-muted">{t("later", { count: next.later })}</span>
              </>
            )}
          </p>
          <p className="text-sm text-ink-muted">
            <bdi>{addressText([venue.name, venue.city])}</bdi>
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-1.5 text-sm">
        <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={`rounded-full px-2.5 py-0.5 font-semibold ${TONES[saleStatus]}`}>
            {t(`status.${saleStatus}`)}
          </span>
          {from !== undefined && <span>{priceFrom(from, locale)}</span>}
        </p>
        {next !== undefined && <Tickets {...next} />}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-lg:pt-1">
        <a href={`/${locale}/promoter/embed-kit/${id}`} className={buttonClass("secondary", "grow px-4 text-sm")}>
          <Icon of={Share2} size={18} />
          {t("kitShort")}
          <span className="sr-only">{` ${name}`}</span>
        </a>
        <CopyButton
          text={address}
          words={{ copy: t("copyShort"), copied: t("copied") }}
          about={name}
          className="grow px-4 text-sm"
        />
        {event.waitingRoom !== undefined && (
          <form action={switchWaitingRoom} className="grow">
            <Hidden fields={{ ...back, locale, event: id, waitingRoom: event.waitingRoom ? "off" : "on" }} />
            <Button kind="secondary" className="w-full px-4 text-sm">
              <span>{t(event.waitingRoom ? "waitingRoomOff" : "waitingRoomOn")}</span>
              <span className="sr-only">{` ${name}`}</span>
            </Button>
          </form>
        )}
      </div>
    </li>
  );
}

/** "34 sold, 66 left" of the next date, also as a bar. */
async function Tickets({ sold, left }: Pick<NextDate, "sold" | "left">) {
  const t = await getTranslations("Promoter");
  if (sold === undefined && left === undefined) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="figures flex justify-between gap-3">
        <span className="sr-only">{t("tickets")}: </span>
        {sold !== undefined && <span className="font-semibold">{t("sold", { count: sold })}</span>}
        {left !== undefined && <span className="text-ink-muted">{t("left", { count: left })}</span>}
      </p>
      {sold !== undefined && left !== undefined && sold + left > 0 && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          className="h-1.5 w-full rounded-full bg-sunken rtl:[scale:-1_1]"
        >
          <path d={`M0 0h${Math.round((100 * sold) / (sold + left))}v6H0z`} className="fill-accent-edge" />
        </svg>
      )}
    </div>
  );
}

/** Returns the first or else the last date that is not over. A date without an end is over when the service sells it no longer. */
function statedDate(event: EventSummary, now: Date): Span | undefined {
  const dates = statedDates(event);
  const next = dates.find(({ startsAt, endsAt = startsAt }) => Date.parse(endsAt) > now.getTime());
  const isSold = event.saleStatus !== "CLOSED" && event.saleStatus !== "CANCELLED";
  return next ?? (isSold ? dates[0] : undefined);
}
