-- What was paid for each ticket, after savings, so that the right sum can be given back for one of them. A line's tickets
-- share evenly what was paid for the line; the first ones take what does not divide.
ALTER TABLE admission ADD COLUMN paid_minor bigint CHECK (paid_minor >= 0);

UPDATE admission SET paid_minor = whole.minor / tickets + CASE WHEN place <= whole.minor % tickets THEN 1 ELSE 0 END
  FROM (SELECT event_id, id, sale_id, ticket_type_id,
               row_number() OVER (PARTITION BY event_id, sale_id, ticket_type_id ORDER BY id) AS place,
               count(*) OVER (PARTITION BY event_id, sale_id, ticket_type_id) AS tickets
          FROM admission) AS placed
  JOIN sale_line line USING (event_id, sale_id, ticket_type_id)
 CROSS JOIN LATERAL (
         SELECT line.quantity * (line.price_minor + line.fee_minor) - coalesce(sum(minor), 0)::bigint AS minor
           FROM sale_saving saving
          WHERE saving.event_id = line.event_id AND saving.sale_id = line.sale_id
            AND saving.ticket_type_id = line.ticket_type_id) AS whole
 WHERE placed.event_id = admission.event_id AND placed.id = admission.id;

ALTER TABLE admission ALTER COLUMN paid_minor SET NOT NULL;
