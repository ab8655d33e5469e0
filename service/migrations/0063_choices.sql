-- What buyers chose for their tickets of a cancelled date. It may be changed while the tickets are valid and on that date.
CREATE TABLE buyer_choice (
  cancellation_id bigint NOT NULL REFERENCES cancellation,
  event_id        bigint NOT NULL,
  event_date_id   bigint NOT NULL,
  sale_id         bigint NOT NULL,
  choice          text NOT NULL CHECK (choice IN ('KEEP', 'MOVE', 'REFUND')),
  moved_to        bigint,
  chosen_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, sale_id, cancellation_id, event_date_id),
  FOREIGN KEY (event_id, sale_id) REFERENCES sale (event_id, id),
  FOREIGN KEY (event_id, event_date_id) REFERENCES event_date (event_id, id),
  FOREIGN KEY (event_id, moved_to) REFERENCES event_date (event_id, id),
  CONSTRAINT only_moved_have_a_date CHECK ((choice = 'MOVE') = (moved_to IS NOT NULL))
);
CREATE INDEX ON buyer_choice (cancellation_id);
CREATE INDEX ON buyer_choice (event_id, event_date_id);
CREATE INDEX ON buyer_choice (event_id, moved_to);
