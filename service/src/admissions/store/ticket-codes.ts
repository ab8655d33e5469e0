import type { Db } from "#src/platform/store/db.ts";

/** Returns the contents of the QR codes of a sale's confirmed tickets. */
export async function listTicketCodes(db: Db, eventId: number, saleId: number): Promise<readonly string[]> {
  const rows = await db.query<{ code: string }>(
    `SELECT CASE event.qr_type WHEN 'A' THEN admission.id::text ELSE admission.uuid::text END AS code
       FROM admission JOIN event ON event.id = admission.event_id
      WHERE admission.event_id = $1 AND sale_id = $2 AND status = 'CONFIRMED' ORDER BY ticket_type_id, admission.id`,
    [eventId, saleId],
  );
  return rows.map(({ code }) => code);
}
