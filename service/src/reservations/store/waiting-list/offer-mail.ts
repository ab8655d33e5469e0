import type { Db } from "#src/platform/store/db.ts";

/**
 * Returns when an offer ends if its mail is accepted now, or `undefined` when it is used or over, or has waited too long for
 * its mail. The offer then lasts at least that long: a mail server may accept the mail and its answer be lost.
 */
export async function startOfferMail(db: Db, key: string, offerSeconds: number): Promise<Date | undefined> {
  const [row] = await db.prepared<{ ends_at: Date }>(
    "start_offer_mail",
    `UPDATE waiting_list_offer
        SET expires_at = CASE WHEN announced_at IS NULL THEN greatest(expires_at, now() + make_interval(secs => $2))
                         ELSE expires_at END
      WHERE key = $1 AND state = 'OPEN' AND expires_at > now() AND (announced_at IS NOT NULL OR mail_until > now())
  RETURNING CASE WHEN announced_at IS NULL THEN now() + make_interval(secs => $2) ELSE expires_at END AS ends_at`,
    [key, offerSeconds],
  );
  return row?.ends_at;
}

/** Writes that the mail server has accepted the mail of an offer, which says that it ends then. */
export async function acceptOfferMail(tx: Db, key: string, endsAt: Date): Promise<void> {
  await tx.prepared(
    "accept_offer_mail",
    `UPDATE waiting_list_offer SET announced_at = coalesce(announced_at, now()), expires_at = $2
      WHERE key = $1 AND state = 'OPEN'`,
    [key, endsAt],
  );
}

/** Ends an offer whose mail is given up: its places go to the next in line, and its entry keeps its place. */
export async function giveUpOfferMail(tx: Db, key: string): Promise<void> {
  await tx.prepared(
    "give_up_offer_mail",
    `UPDATE waiting_list_offer SET expires_at = now() WHERE key = $1 AND state = 'OPEN' AND announced_at IS NULL`,
    [key],
  );
}
