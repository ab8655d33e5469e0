import { LinkEndedWords } from "#app/[locale]/(shop)/_components/link-ended-words.tsx";
import { YourTickets } from "#app/[locale]/(shop)/_components/your-tickets.tsx";

/**
 * The same page for a revoked, an expired and an unknown link of an order or a ticket, with the ways back to the tickets.
 * A device that paid lists its orders with their present links.
 */
export async function LinkEnded({ locale }: { readonly locale: string }) {
  return <LinkEndedWords locale={locale} orders={<YourTickets locale={locale} />} />;
}
