import { getTranslations } from "next-intl/server";
import { AdmissionCard, viewOf } from "#app/[locale]/sales/[link]/_components/admission-card.tsx";
import { askedOfGuest } from "#app/[locale]/sales/[link]/guest-questions.ts";
import type { TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { missingFrom } from "#lib/domain/field.ts";

type TicketListProps = TicketedSale & { readonly className: string };

/** One card for each person. */
export async function TicketList({ sale, reference, event, venue, tickets, className }: TicketListProps) {
  const t = await getTranslations("Sale");
  const neighbour = (index: number) => {
    const ticket = tickets[index];
    return ticket && viewOf(ticket);
  };
  return (
    <section aria-labelledby={`tickets-${reference} receipt-order-${reference}`} className={className}>
      <h2 id={`tickets-${reference}`} className="mb-5 text-2xl print:hidden">
        {t("tickets", { count: tickets.length })}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-6 print:block">
        {tickets.map((ticket, index) => (
          <AdmissionCard
            key={ticket.admission.id}
            ticket={ticket}
            number={index + 1}
            count={tickets.length}
            eventId={sale.eventId}
            eventName={sale.eventName}
            venue={venue ?? { name: "", city: "" }}
            reference={reference}
            missing={missingFrom(askedOfGuest(event, ticket.admission), ticket.admission.answers).map(
              ({ label }) => label,
            )}
            previous={neighbour(index - 1)}
            next={neighbour(index + 1)}
          />
        ))}
      </ul>
    </section>
  );
}
