import { getLocale, getTranslations } from "next-intl/server";
import { ArtStrip } from "#app/[locale]/sales/[link]/_components/art-strip.tsx";
import { FoldedTicket } from "#app/[locale]/sales/[link]/_components/folded-ticket.tsx";
import { Perforation } from "#app/[locale]/sales/[link]/_components/perforation.tsx";
import { TicketRow } from "#app/[locale]/sales/[link]/_components/ticket-row.tsx";
import { TicketStub, type TicketStubProps } from "#app/[locale]/sales/[link]/_components/ticket-stub.tsx";
import type { Ticket } from "#app/[locale]/sales/[link]/tickets.ts";
import { Price } from "#components/cart/price.tsx";
import { allInPrice } from "#lib/domain/catalogue/ticket-type.ts";
import { qrText, shortCode, ticketSection } from "#lib/domain/people/admission.ts";
import { momentText, placeOf } from "#lib/text/date-text.ts";

type AdmissionCardProps = Omit<TicketStubProps, "view" | "code" | "label"> & {
  readonly eventId: number;
  readonly venue: { readonly name: string; readonly city: string };
  /** Folded to a row on a phone until it is pressed. */
  readonly isFolded?: boolean;
};

/** One ticket: event and holder above the perforation, the code below it. */
export async function AdmissionCard(card: AdmissionCardProps) {
  const { ticket, number, count, eventId, eventName, venue, reference, isFolded = false } = card;
  const { admission, eventDate } = ticket;
  const [t, locale] = await Promise.all([getTranslations("Sale"), getLocale()]);
  const code = qrText(admission);
  const view = viewOf(ticket);
  const Heading = reference === undefined ? "h2" : "h3";
  const label = t("code", { number, code: shortCode(admission) });
  const section = ticketSection(admission);
  const timeZone = eventDate?.timeZone ?? "UTC";

  const whole = (
    <article
      aria-labelledby={`${view}-title`}
      className="relative flex grow flex-col rounded-2xl border border-line bg-surface shadow-raise print:border-black print:bg-white print:text-black print:shadow-none"
    >
      <ArtStrip
        eventId={eventId}
        id={view}
        className="block h-24 w-full rounded-t-[calc(var(--radius-2xl)-1px)] print:hidden"
      />
      <div className="flex grow flex-col gap-4 p-6 pb-7">
        {reference !== undefined && (
          <p className="flex items-baseline justify-between gap-3 text-sm text-ink-muted print:text-black">
            <span>{t("order", { reference })}</span>
            <span className="figures rounded-full bg-accent-soft px-3 py-1 font-semibold text-accent-on-soft print:bg-transparent print:text-black">
              {t("position", { number, count })}
            </span>
          </p>
        )}
        <Heading id={`${view}-title`} className="text-2xl text-pretty">
          <bdi>{eventName}</bdi>
        </Heading>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
          {eventDate && (
            <Fact wide term={t("when")}>
              <time dateTime={eventDate.startsAt}>{momentText(eventDate.startsAt, locale, timeZone, "short")}</time>{" "}
              <span className="whitespace-nowrap font-normal text-ink-muted print:text-black">
                {t("placeTime", { place: placeOf({ city: venue.city, timeZone }) })}
              </span>
            </Fact>
          )}
          <Fact wide term={t("where")}>
            {venue.name}
          </Fact>
          <Fact term={t("ticketType")}>
            <bdi>{admission.ticketTypeName}</bdi>{" "}
            {reference !== undefined && <Price money={allInPrice(admission)} locale={locale} className="font-normal" />}
          </Fact>
          {section !== undefined && <Fact term={t("section")}>{section}</Fact>}
          {admission.holder !== "" && <Fact term={t("name")}>{admission.holder}</Fact>}
        </dl>
      </div>
      <Perforation />
      <div className="flex flex-col items-center gap-3 rounded-b-[calc(var(--radius-2xl)-1px)] bg-white px-6 pt-7 pb-6 text-black max-[22rem]:px-4">
        <TicketStub {...card} view={view} code={code} label={label} />
      </div>
    </article>
  );
  return (
    <li className="flex break-inside-avoid flex-col print:mx-auto print:max-w-[14cm] print:break-after-page print:pt-[1cm] print:last:break-after-auto">
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

export function viewOf({ admission }: Ticket): string {
  return `ticket-${admission.id}`;
}

function Fact({ term, wide = false, children }: { term: string; wide?: boolean; children: React.ReactNode }) {
  return (
    <div className={wide ? "col-span-2" : ""}>
      <dt className="text-sm text-ink-muted print:text-black">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
