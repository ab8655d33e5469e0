/** The days for which a date that the organiser has moved reopens its buyers' own refund, from the mail that says so. */
const REOPENED_DAYS = 7;

/**
 * The SQL of until when a move of `date` by the organiser reopens the buyer's own refund of `admission`, of `sale`: some days from the
 * mail about the last move, or from the move where there is none, and at most until the new start. While the mail waits, the days have
 * not begun, so that none of them is lost with a mail server that is down; but they begin after as many days at the latest, so that a
 * mail that is sent again weeks later does not reopen what was over. Null where the date is not moved, or was moved back.
 */
export const REFUND_REOPENED_UNTIL = `
  (SELECT least(date.starts_at, make_interval(days => ${REOPENED_DAYS}) + coalesce((
            SELECT max(least(CASE WHEN state = 'QUEUED' THEN now() ELSE settled_at END, created_at + make_interval(days => ${REOPENED_DAYS})))
              FROM message
             WHERE kind = 'DATE_CHANGED' AND sale_keys @> ARRAY[sale.key] AND details ->> 'eventDate' = date.id::text
               AND created_at >= moves.last_at), moves.last_at))
     FROM (SELECT max(moved_at) AS last_at, (array_agg(starts_at ORDER BY moved_at, id))[1] AS first_start
             FROM event_date_move
            WHERE event_id = date.event_id AND event_date_id = date.id
              AND moved_at > coalesce(admission.moved_at, sale.created_at)) AS moves
    WHERE moves.first_start <> date.starts_at)`;
