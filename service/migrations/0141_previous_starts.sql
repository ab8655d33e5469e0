-- The start that a date had before it was moved, as long as its event was published: what was never announced is not moved.
ALTER TABLE event_date ADD COLUMN previous_starts_at timestamptz;

CREATE FUNCTION keep_previous_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.previous_starts_at := OLD.starts_at;
  RETURN NEW;
END $$;
CREATE TRIGGER previous_start BEFORE UPDATE OF starts_at ON event_date
  FOR EACH ROW WHEN (OLD.event_published AND OLD.starts_at <> NEW.starts_at) EXECUTE FUNCTION keep_previous_start();
