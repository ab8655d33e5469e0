import { Fragment } from "react";
import { InFrame } from "#app/(frame)/[locale]/_components/in-frame.tsx";
import { EventLinks } from "#app/(frame)/[locale]/embed/_components/event-links.tsx";
import { NotAllShown } from "#components/events/not-all-shown.tsx";
import { whenText } from "#components/events/when-text.ts";
import { Poster } from "#components/poster/poster.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { priceFrom, priceOf, statusText } from "#lib/catalogue/price-text.ts";
import { seasonLacks } from "#lib/catalogue/season/season.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { dayInTile } from "#lib/i18n/date-parts.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";

type FramedListProps = {
  readonly title: string;
  readonly events: readonly EventSummary[];
  /** Shown where the list is empty. */
  readonly nothing: string;
  readonly locale: string;
};

/** Events inside a promoter's page, the next first. Each opens on our own page at top level. */
export async function FramedList({ title, events, nothing, locale }: FramedListProps) {
  const now = new Date();
  const rank = (status: string) => (status === "ON_SALE" ? 0 : 1);
  const listed = events
    .filter(({ saleStatus }) => saleStatus !== "CLOSED" && saleStatus !== "CANCELLED")
    .toSorted((a, b) => rank(a.saleStatus) - rank(b.saleStatus) || starts(a.firstDate) - starts(b.firstDate));
  const pictures = await picturesOf(listed);
  const look = { locale, now, brandHue: await currentHue() };
  return (
    <>
      <title>{title}</title>
      <InFrame />
      <h1 className="sr-only">{title}</h1>
      {listed.length === 0 && <p className="text-ink-muted">{nothing}</p>}
      <EventLinks
        locale={locale}
        events={listed.map((event) => ({
          id: event.id,
          row: <EventRow event={event} picture={pictures.get(event.id)} {...look} />,
        }))}
      />
      <NotAllShown isPart={seasonLacks() === "events"} />
    </>
  );
}

function starts(at: string | undefined): number {
  return Date.parse(at ?? "9999-12-31");
}

type EventRowProps = {
  readonly event: EventSummary;
  readonly locale: string;
  readonly now: Date;
  readonly brandHue: number;
  readonly picture: Picture | undefined;
};

/** One event in a narrow column of a promoter's page: picture, date, place, and lowest price. */
function EventRow({ event, locale, now, brandHue, picture }: EventRowProps) {
  const { id, name, venue } = event;
  const when = whenText(event, locale, now);
  const [price, state] = [priceOf(event), statusText(event, locale)];
  return (
    <>
      <Poster eventId={id} brandHue={brandHue} picture={picture} use="thumb" className="aspect-square rounded-md" />
      <span className="flex min-w-0 flex-col gap-0.5">
        {when !== undefined && (
          <span className="figures text-sm font-semibold text-accent-text">
            {/* A line breaks at the dash of a run, and within a day only where the column is narrower than that. */}
            {when.split(/(?<=–) /).map((part) => (
              <Fragment key={part}>
                <span className="inline-block">{dayInTile(part)}</span>{" "}
              </Fragment>
            ))}
          </span>
        )}
        <span className="line-clamp-3 font-display text-lg leading-snug font-bold group-hover:underline">
          <bdi lang={contentLanguage()}>{name}</bdi>
        </span>
        <span className="text-sm text-ink-muted">
          <bdi>{addressText([venue.name, venue.city])}</bdi>
        </span>
        <span className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-semibold">
          {price !== undefined && priceFrom(price, locale)}
          {state !== undefined && <Chip>{state}</Chip>}
        </span>
      </span>
    </>
  );
}
