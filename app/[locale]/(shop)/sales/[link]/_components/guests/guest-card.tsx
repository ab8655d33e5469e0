import { getLocale, getTranslations } from "next-intl/server";
import { ArtStrip } from "#app/[locale]/(shop)/sales/[link]/_components/art-strip.tsx";
import { MapLink, type PlaceOnMap } from "#app/[locale]/(shop)/sales/[link]/_components/sale-head.tsx";
import { Perforation } from "#app/[locale]/(shop)/sales/[link]/_components/tickets/perforation.tsx";
import { TicketFact, TicketFacts } from "#app/[locale]/(shop)/sales/[link]/_components/tickets/ticket-facts.tsx";
import {
  TicketStub,
  type TicketStubProps,
} from "#app/[locale]/(shop)/sales/[link]/_components/tickets/ticket-stub.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { momentText, placeOf } from "#lib/i18n/date-text.ts";
import { addressText } from "#lib/i18n/words.ts";
import { viewOf } from "#lib/orders/tickets.ts";
import { qrText, shortCode } from "#lib/ticketing/model/admission.ts";

type GuestCardProps = Pick<TicketStubProps, "ticket" | "eventName"> & {
  readonly eventId: number;
  readonly venue: PlaceOnMap | undefined;
};

/** The one ticket of a guest, with its event: no order, no price, no other ticket. */
export async function GuestCard({ ticket, eventId, eventName, venue }: GuestCardProps) {
  const { admission, eventDate } = ticket;
  const [t, facts, locale] = await Promise.all([getTranslations("Sale"), getTranslations("Facts"), getLocale()]);
  const view = viewOf(ticket);
  const timeZone = eventDate?.timeZone ?? "UTC";
  return (
    <article
      aria-labelledby={`${view}-title`}
      className="relative flex flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-raise print:border-black print:bg-white print:text-black print:[box-shadow:none]"
    >
      <ArtStrip eventId={eventId} id={view} className="block h-28 w-full print:hidden" />
      <div className="flex flex-col gap-4 p-6 pb-8">
        <h2 id={`${view}-title`} className="text-2xl text-pretty">
          <bdi lang={contentLanguage()}>{eventName}</bdi>
        </h2>
        <dl className="flex flex-col gap-3">
          {eventDate && (
            <TicketFact term={t("when")}>
              <time dateTime={eventDate.startsAt}>{spanInFull(eventDate, locale, timeZone, "short")}</time>{" "}
              <span className="whitespace-nowrap text-base font-normal text-ink-muted print:text-black">
                {t("placeTime", { place: placeOf({ city: venue?.city ?? "", timeZone }) })}
              </span>
              {admission.movedFrom !== undefined && (
                <span className="block text-base">
                  {t("moved", { when: momentText(admission.movedFrom.startsAt, locale, timeZone, "long") })}
                </span>
              )}
            </TicketFact>
          )}
          {venue && (
            <TicketFact term={t("where")} after={<MapLink venue={venue}>{facts("map")}</MapLink>}>
              {addressText([venue.name, venue.address])}
            </TicketFact>
          )}
          <TicketFact term={t("ticketType")}>{admission.ticketTypeName}</TicketFact>
        </dl>
        <TicketFacts admission={admission} />
      </div>
      <Perforation />
      <div className="flex flex-col items-center gap-3 px-6 pt-8 pb-6 max-[22rem]:px-4">
        <TicketStub
          ticket={ticket}
          number={1}
          position={{ number: 1, count: 1 }}
          eventName={eventName}
          view={view}
          code={qrText(admission)}
          label={t("code", { number: 1, code: shortCode(admission) })}
          previous={undefined}
          next={undefined}
        />
      </div>
    </article>
  );
}
