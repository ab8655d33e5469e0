-- A job of refunds looks whether it is done by the indexes of what is open, with growing pauses, and does not read the event's sales.
-- A payment that is confirmed after the cancellation adds its sales to the job by itself.
ALTER TABLE cancellation
  ADD COLUMN next_look_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN looks integer NOT NULL DEFAULT 0;
DROP INDEX cancellation_to_refund;
CREATE INDEX cancellation_to_refund ON cancellation (next_look_at) WHERE refund = 'ALL' AND finished_at IS NULL;
CREATE INDEX cancellation_sale_open ON cancellation_sale (cancellation_id) WHERE state = 'OPEN';
CREATE INDEX refund_under_way ON refund (event_id) WHERE state = 'STARTED';
CREATE INDEX sale_being_paid ON sale (event_id) WHERE status = 'PROCESSING';

-- Sales that were paid since the jobs under way were last listed.
INSERT INTO cancellation_sale (cancellation_id, event_id, sale_id)
SELECT cancellation.id, sale.event_id, sale.id
  FROM cancellation JOIN sale ON sale.event_id = cancellation.event_id AND sale.status = 'CONFIRMED'
 WHERE refund = 'ALL' AND finished_at IS NULL AND reinstated_at IS NULL
   AND EXISTS (
         SELECT FROM admission
           JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = ticket_type_id
           JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
          WHERE admission.event_id = sale.event_id AND sale_id = sale.id
            AND admission.status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')
            AND (cancellation.event_date_id = date.id
                 OR cancellation.event_date_id IS NULL AND date.ends_at > cancellation.created_at))
    ON CONFLICT DO NOTHING;
