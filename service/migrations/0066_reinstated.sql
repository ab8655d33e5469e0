-- A date or event that takes place after all ends its cancellation: its job refunds no further sale, and its choice is not offered
-- again by a later cancellation.
ALTER TABLE cancellation ADD COLUMN reinstated_at timestamptz;
UPDATE cancellation SET reinstated_at = now()
  FROM event_date date
 WHERE date.event_id = cancellation.event_id AND date.id = cancellation.event_date_id AND NOT date.cancelled;
UPDATE cancellation SET reinstated_at = now()
  FROM event WHERE event.id = cancellation.event_id AND cancellation.event_date_id IS NULL AND NOT event.cancelled;

CREATE FUNCTION end_cancellation_of_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cancellation SET reinstated_at = now()
   WHERE event_id = NEW.event_id AND event_date_id = NEW.id AND reinstated_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER date_is_reinstated AFTER UPDATE OF cancelled ON event_date
  FOR EACH ROW WHEN (OLD.cancelled AND NOT NEW.cancelled) EXECUTE FUNCTION end_cancellation_of_date();

CREATE FUNCTION end_cancellation_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cancellation SET reinstated_at = now()
   WHERE event_id = NEW.id AND event_date_id IS NULL AND reinstated_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER event_is_reinstated AFTER UPDATE OF cancelled ON event
  FOR EACH ROW WHEN (OLD.cancelled AND NOT NEW.cancelled) EXECUTE FUNCTION end_cancellation_of_event();
