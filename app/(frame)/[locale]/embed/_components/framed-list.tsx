import { InFrame } from "#app/(frame)/[locale]/_components/in-frame.tsx";
import { EventLinks } from "#app/(frame)/[locale]/embed/_components/event-links.tsx";
import { EventRow } from "#app/(frame)/[locale]/embed/_components/event-row.tsx";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { brand } from "#lib/env.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { hueOf } from "#lib/tickets/art/accent.ts";

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
  const brandHue = hueOf(brand().BRAND_COLOUR);
  return (
    <>
      <InFrame />
      <h1 className="sr-only">{title}</h1>
      {listed.length === 0 && <p className="text-ink-muted">{nothing}</p>}
      <EventLinks
        locale={locale}
        events={listed.map((event) => ({
          id: event.id,
          row: (
            <EventRow event={event} locale={locale} now={now} brandHue={brandHue} picture={pictures.get(event.id)} />
          ),
        }))}
      />
    </>
  );
}

function starts(at: string | undefined): number {
  return Date.parse(at ?? "9999-12-31");
}
