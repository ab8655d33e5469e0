import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AdmissionCard, viewOf } from "#app/[locale]/sales/[link]/_components/admission-card.tsx";
import { guestFieldsOf } from "#app/[locale]/sales/[link]/guest-questions.ts";
import { hasCode, type TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { missingFrom } from "#lib/domain/questions/field.ts";

type TicketListProps = TicketedSale & {
  readonly orderReference: string;
  /** The first event of the order: its first ticket is unfolded. */
  readonly isFirst: boolean;
  /** The full screen views of the order, in the order of the page. */
  readonly views: readonly string[];
  readonly age: ReactNode;
};

/** Returns the ids of the full screen views of these tickets. Only a ticket with a code has one. */
export function viewsOf(sales: readonly TicketedSale[]): readonly string[] {
  return sales.flatMap(({ tickets }) => tickets.filter(hasCode).map(viewOf));
}

/** One card for each ticket. */
export async function TicketList(list: TicketListProps) {
  const { sale, reference, event, venue, tickets, orderReference, isFirst, views, age } = list;
  const t = await getTranslations("Sale");
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
            previous={views[views.indexOf(viewOf(ticket)) - 1]}
            next={views[views.indexOf(viewOf(ticket)) + 1]}
            age={age}
          />
        ))}
      </ul>
    </section>
  );
}
