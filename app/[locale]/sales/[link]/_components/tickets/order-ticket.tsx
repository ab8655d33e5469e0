import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FoldedTicket } from "#app/[locale]/sales/[link]/_components/tickets/folded-ticket.tsx";
import { HolderName } from "#app/[locale]/sales/[link]/_components/tickets/holder-name.tsx";
import { Perforation } from "#app/[locale]/sales/[link]/_components/tickets/perforation.tsx";
import { TicketFact, TicketFacts } from "#app/[locale]/sales/[link]/_components/tickets/ticket-facts.tsx";
import { TicketRow } from "#app/[locale]/sales/[link]/_components/tickets/ticket-row.tsx";
import { TicketStub, type TicketStubProps } from "#app/[locale]/sales/[link]/_components/tickets/ticket-stub.tsx";
import { doorsText } from "#lib/catalogue/facts-text.ts";
import { momentText, placeOf } from "#lib/i18n/date-text.ts";
import { type TicketedSale, viewOf } from "#lib/orders/tickets.ts";
import { qrText, shortCode } from "#lib/ticketing/model/admission.ts";
import type { Venue } from "#lib/ticketing/model/event.ts";

type OrderTicketProps = Omit<TicketStubProps, "view" | "code" | "label"> & {
  readonly reference: string;
  /** The number of tickets of its event. */
  readonly count: number;
  readonly event: TicketedSale["event"];
  readonly venue: Venue | undefined;
  readonly link: string;
  /** Folded to a row on a phone until it is pressed. */
  readonly isFolded: boolean;
};

/** One ticket below its event: type and place above the perforation, the code below it. In print it stands alone. */
export async function OrderTicket({ event, venue, link, isFolded, count, ...stub }: OrderTicketProps) {
  const { ticket, number, reference, eventName } = stub;
  const { admission } = ticket;
  const t = await getTranslations("Sale");
  const view = viewOf(ticket);

  const whole = (
    <article
      aria-labelledby={`${view}-title`}
      className="relative flex grow flex-col overflow-hidden sm:rounded-2xl sm:border sm:border-line print:border-black print:bg-white print:text-black"
    >
      <PrintedEvent ticket={ticket} eventName={eventName} reference={reference} venue={venue} />
      <div className="flex flex-col gap-3 px-4 pt-4 pb-5 max-sm:px-5">
        <div className="flex items-baseline justify-between gap-3">
          <h4 id={`${view}-title`} className="font-text text-base font-semibold">
            <bdi>{admission.ticketTypeName}</bdi>
          </h4>
          <p className="figures shrink-0 text-sm text-ink-muted print:text-black">
            {t("ticketPosition", { number, count })}
          </p>
        </div>
        <TicketFacts admission={admission} />
        <HolderName ticket={ticket} number={number} event={event} link={link} />
      </div>
      <Perforation />
      <div className="flex grow flex-col items-center justify-center gap-3 px-4 pt-6 pb-6">
        <TicketStub
          {...stub}
          view={view}
          code={qrText(admission)}
          label={t("code", { number, code: shortCode(admission) })}
        />
      </div>
    </article>
  );
  return (
    <li className="flex break-inside-avoid flex-col max-sm:border-t max-sm:border-line print:mx-auto print:max-w-[14cm] print:break-after-page print:border-0 print:pt-[1cm] print:last:break-after-auto">
      {isFolded ? (
        <FoldedTicket id={`${view}-whole`} row={<TicketRow ticket={ticket} number={number} count={count} />}>
          {whole}
        </FoldedTicket>
      ) : (
        whole
      )}
    </li>
  );
}

type PrintedEventProps = Pick<OrderTicketProps, "ticket" | "eventName" | "reference" | "venue">;

/** The event's name, date and venue on a printed ticket. On the screen they stand once above all tickets of the event. */
async function PrintedEvent({ ticket: { admission, eventDate }, eventName, reference, venue }: PrintedEventProps) {
  const [t, locale] = await Promise.all([getTranslations("Sale"), getLocale()]);
  const { Facts } = await getMessages();
  const timeZone = eventDate?.timeZone ?? "UTC";
  return (
    <div className="hidden flex-col gap-3 px-4 pt-5 print:flex">
      <p className="text-sm">{t("order", { reference })}</p>
      <p className="font-display text-2xl font-bold">
        <bdi>{eventName}</bdi>
      </p>
      <dl className="flex flex-col gap-2">
        {eventDate && (
          <TicketFact term={t("when")}>
            {momentText(eventDate.startsAt, locale, timeZone, "long")}{" "}
            {t("placeTime", { place: placeOf({ city: venue?.city ?? "", timeZone }) })}
            {admission.movedFrom !== undefined && (
              <span className="block text-base">
                {t("moved", { when: momentText(admission.movedFrom.startsAt, locale, timeZone, "long") })}
              </span>
            )}
            {eventDate.doors !== undefined && (
              <span className="block text-base font-normal">
                {doorsText({ at: eventDate.doors }, locale, timeZone, Facts)}
              </span>
            )}
          </TicketFact>
        )}
        {venue && (
          <TicketFact term={t("where")}>
            <bdi>{[venue.name, venue.address].filter(Boolean).join(", ")}</bdi>
          </TicketFact>
        )}
      </dl>
    </div>
  );
}
