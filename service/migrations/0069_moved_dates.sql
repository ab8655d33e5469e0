-- The starts that dates had before they moved, so that a ticket can say what changed since it was bought.
CREATE TABLE event_date_move (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id      bigint NOT NULL,
  event_date_id bigint NOT NULL,
  starts_at     timestamptz NOT NULL,
  moved_at      timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (event_id, event_date_id) REFERENCES event_date (event_id, id) ON DELETE CASCADE
);
CREATE INDEX ON event_date_move (event_id, event_date_id, moved_at);

CREATE FUNCTION keep_earlier_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_date_move (event_id, event_date_id, starts_at) VALUES (OLD.event_id, OLD.id, OLD.starts_at);
  RETURN NULL;
END $$;
CREATE TRIGGER date_moves AFTER UPDATE OF starts_at ON event_date
  FOR EACH ROW WHEN (OLD.starts_at <> NEW.starts_at) EXECUTE FUNCTION keep_earlier_start();

-- The dates that moved before are known from what their buyers were told.
INSERT INTO event_date_move (event_id, event_date_id, starts_at, moved_at)
SELECT DISTINCT date.event_id, date.id,
       (details -> 'before' ->> 'startsLocal')::timestamp AT TIME ZONE (details -> 'before' ->> 'timeZone'), message.created_at
  FROM message JOIN event_date date ON date.id = (details ->> 'eventDate')::bigint AND date.event_id = (details ->> 'event')::bigint
 WHERE kind = 'DATE_CHANGED'
 ORDER BY message.created_at;

-- The date that a ticket was for before its buyer moved it, and when.
ALTER TABLE admission
  ADD COLUMN moved_from bigint,
  ADD COLUMN moved_at   timestamptz,
  ADD CONSTRAINT moved_has_both CHECK ((moved_from IS NULL) = (moved_at IS NULL)),
  ADD FOREIGN KEY (event_id, moved_from) REFERENCES event_date (event_id, id);
CREATE INDEX ON admission (event_id, moved_from) WHERE moved_from IS NOT NULL;
UPDATE admission SET moved_from = choice.event_date_id, moved_at = choice.chosen_at
  FROM buyer_choice choice
  JOIN ticket_type type ON type.event_id = choice.event_id AND type.event_date_id = choice.moved_to
 WHERE choice.choice = 'MOVE' AND admission.event_id = choice.event_id AND admission.sale_id = choice.sale_id
   AND admission.ticket_type_id = type.id;
