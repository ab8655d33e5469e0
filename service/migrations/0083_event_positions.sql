-- The place of each listed event in its account's list: the start of its first date that is not over. Only an end that
-- passes makes it wrong, so the end is beside it: from then on the dates are read, until the sweeper writes the next one.
CREATE TABLE event_position (
  event_id    bigint PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  account_id  bigint NOT NULL,
  -- Null: the event has no dates.
  starts_at   timestamptz,
  valid_until timestamptz NOT NULL,
  -- When the event's last date is over.
  over_at     timestamptz NOT NULL
);

-- Drafts and past events have no row. The event's row is locked first, as by every writer of its dates: of two, the later
-- one reads what the other wrote.
CREATE FUNCTION write_event_position(changed bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM event WHERE id = changed FOR NO KEY UPDATE;
  DELETE FROM event_position
   WHERE event_id = changed AND NOT EXISTS (SELECT FROM event WHERE id = changed AND published AND over_at > now());
  INSERT INTO event_position (event_id, account_id, starts_at, valid_until, over_at)
  SELECT event.id, event.account_id, first.starts_at, coalesce(first.ends_at, 'infinity'), event.over_at
    FROM event
    LEFT JOIN LATERAL (
      SELECT starts_at, ends_at FROM event_date WHERE event_id = event.id AND ends_at > now()
       ORDER BY starts_at, ends_at DESC LIMIT 1) AS first ON true
   WHERE event.id = changed AND event.published AND event.over_at > now()
  ON CONFLICT (event_id) DO UPDATE
    SET starts_at = excluded.starts_at, valid_until = excluded.valid_until, over_at = excluded.over_at;
END $$;

CREATE FUNCTION event_position_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_event_position(NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION date_position_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_event_position(coalesce(NEW.event_id, OLD.event_id));
  RETURN NULL;
END $$;

CREATE TRIGGER event_position_made AFTER INSERT ON event
  FOR EACH ROW WHEN (NEW.published) EXECUTE FUNCTION event_position_changed();
CREATE TRIGGER event_position_changed AFTER UPDATE OF published ON event
  FOR EACH ROW WHEN (OLD.published <> NEW.published) EXECUTE FUNCTION event_position_changed();
-- Triggers of one date fire in the order of their names: `dates_end` writes the end of the last date before.
CREATE TRIGGER dates_position AFTER INSERT OR DELETE OR UPDATE OF starts_at, ends_at ON event_date
  FOR EACH ROW EXECUTE FUNCTION date_position_changed();

SELECT write_event_position(id) FROM event WHERE published AND over_at > now();

CREATE INDEX ON event_position (account_id, starts_at, event_id) INCLUDE (valid_until, over_at);
CREATE INDEX ON event_position (account_id, valid_until);
CREATE INDEX ON event_position (valid_until);

-- The dates of some days are found, ordered and counted from the index alone.
CREATE INDEX event_date_by_day ON event_date (account_id, starts_local, id)
  INCLUDE (event_id, event_published, starts_at, ends_at);
DROP INDEX event_date_account_id_starts_local_id_event_id_event_publis_idx;
