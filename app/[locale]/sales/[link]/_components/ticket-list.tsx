import { getTranslations } from "next-intl/server";
import { AdmissionCard, viewOf } from "#app/[locale]/sales/[link]/_components/admission-card.tsx";
import { guestFieldsOf } from "#app/[locale]/sales/[link]/guest-questions.ts";
import { hasCode, type Ticket, type TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { missingFrom } from "#lib/domain/questions/field.ts";

type TicketListProps = TicketedSale & {
  readonly orderReference: string;
  /** The first event of the order: its first ticket is unfolded. */
  readonly isFirst: boolean;
};

/** One card for each ticket. */
export async function TicketList({ sale, reference, event, venue, tickets, orderReference, isFirst }: TicketListProps) {
  const t = await getTranslations("Sale");
  // Only a ticket with a code can be shown full screen.
  const viewIn = (beside: readonly Ticket[]) => {
    const nearest = beside.find(hasCode);
    return nearest && viewOf(nearest);
  };
  return (
    <section aria-labelledby={`tickets-${reference}`}>
      <h3 id={`tickets-${reference}`} className="sr-only">
        {t("ticketsOf", { count: tickets.length, event: sale.eventName })}
      </h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-6 print:block">
        {tickets.map((ticket, index) => (
          <AdmissionCard
            key={ticket.admission.id}
            ticket={ticket}
            number={index + 1}
            count={tickets.length}
            eventId={sale.eventId}
            eventName={sale.eventName}
            venue={venue ?? { name: "", city: "" }}
            reference={orderReference}
            isFolded={!(isFirst && index === 0)}
            missing={missingFrom(guestFieldsOf(event, ticket.admission), ticket.admission.answers).map(
              ({ label }) => label,
            )}
            previous={viewIn(tickets.slice(0, index).toReversed())}
            next={viewIn(tickets.slice(index + 1))}
          />
        ))}
      </ul>
    </section>
  );
}
