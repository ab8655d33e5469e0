import type { Db } from "#src/platform/store/db.ts";
import type { TermsOfSale } from "#src/reservations/domain/accepted-terms.ts";

type Row = Omit<TermsOfSale, "acceptedUrl"> & { readonly acceptedUrl: string | null };

/** Returns the conditions of those of these locked sales whose events have some. */
export async function findTermsOf(
  tx: Db,
  sales: readonly { readonly eventId: number; readonly id: number }[],
): Promise<readonly TermsOfSale[]> {
  const rows = await tx.prepared<Row>(
    "find_terms_of_sales",
    `SELECT sale.id, sale.event_id AS "eventId", event.name AS "eventName", external_terms_url AS url,
            terms_required AS required, terms_url AS "acceptedUrl"
       FROM unnest($1::bigint[], $2::bigint[]) AS locked (event_id, id)
       JOIN sale ON sale.event_id = locked.event_id AND sale.id = locked.id
       JOIN event ON event.id = sale.event_id
      WHERE external_terms_url IS NOT NULL
      ORDER BY sale.event_id, sale.id`,
    [sales.map(({ eventId }) => eventId), sales.map(({ id }) => id)],
  );
  return rows.map(({ acceptedUrl, ...row }) => ({ ...row, acceptedUrl: acceptedUrl ?? undefined }));
}

/** Records that the conditions of these sales were accepted now, by the database's clock. */
export async function writeAcceptedTerms(tx: Db, sales: readonly TermsOfSale[]): Promise<void> {
  await tx.prepared(
    "write_accepted_terms",
    `UPDATE sale SET terms_url = accepted.url, terms_accepted_at = now()
       FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS accepted (event_id, id, url)
      WHERE sale.event_id = accepted.event_id AND sale.id = accepted.id`,
    [sales.map(({ eventId }) => eventId), sales.map(({ id }) => id), sales.map(({ url }) => url)],
  );
}
