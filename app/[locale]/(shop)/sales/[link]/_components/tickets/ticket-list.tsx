import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OrderTicket } from "#app/[locale]/(shop)/sales/[link]/_components/tickets/order-ticket.tsx";
import { guestFieldsOf } from "#app/[locale]/(shop)/sales/[link]/guest-questions.ts";
import { hasCode, type TicketedSale, viewOf } from "#lib/orders/tickets.ts";
import { missingFrom } from "#lib/ticketing/model/field.ts";

type TicketListProps = TicketedSale & {
  readonly orderReference: string;
  readonly link: string;
  /** The first event of the order. */
  readonly isFirst: boolean;
  /** The full screen views of the order, in the order of the page. */
  readonly views: readonly string[];
  readonly age: ReactNode;
  /** Whether the heading of the order explains why all its tickets are cancelled. */
  readonly isExplained: boolean;
};

/** Returns the ids of the full screen views of these tickets. Only a ticket with a code has one. */
export function viewsOf(sales: readonly TicketedSale[]): readonly string[] {
  return sales.flatMap(({ tickets }) => tickets.filter(hasCode).map(viewOf));
}

/** The tickets of one event. */
export async function TicketList(list: TicketListProps) {
  const { sale, event, venue, tickets, orderReference, isFirst, link, views, age, isExplained } = list;
  const t = await getTranslations("Sale");
  const [firstTicket] = isFirst ? tickets : [];
  // The first ticket with a code is unfolded: a refunded or cancelled one admits nobody.
  const unfolded = views[0] ?? (firstTicket && viewOf(firstTicket));
  return (
    <section aria-label={t("ticketsOf", { count: tickets.length, event: sale.eventName })}>
      <ul className="flex flex-col sm:grid sm:grid-cols-[repeat(auto-fit,minmax(min(100%,17.5rem),1fr))] sm:gap-4 sm:px-5 sm:pb-5 print:block print:p-0">
        {tickets.map((ticket, index) => (
          <OrderTicket
            key={ticket.admission.id}
            ticket={ticket}
            number={index + 1}
            count={tickets.length}
            position={{ number: views.indexOf(viewOf(ticket)) + 1, count: views.length }}
            eventName={sale.eventName}
            event={event}
            venue={venue}
            link={link}
            reference={orderReference}
            isFolded={viewOf(ticket) !== unfolded}
            missing={missingFrom(guestFieldsOf(event, ticket.admission), ticket.admission.answers).map(
              ({ label }) => label,
            )}
            previous={views[views.indexOf(viewOf(ticket)) - 1]}
            next={views[views.indexOf(viewOf(ticket)) + 1]}
            age={age}
            isExplained={isExplained}
          />
        ))}
      </ul>
    </section>
  );
}
