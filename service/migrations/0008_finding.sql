-- What a list of ten thousand events needs so that it reads no more of them than it shows: whose a date is and whether
-- it is shown beside the date, when an event is over beside the event, and the words of cards one by one.

-- The moment after which nothing of an event is to come. One that has no dates is never over.
ALTER TABLE event ADD COLUMN over_at timestamptz NOT NULL DEFAULT 'infinity';

ALTER TABLE event_date
  ADD COLUMN account_id      bigint,
  ADD COLUMN event_published boolean;
UPDATE event_date SET account_id = event.account_id, event_published = event.published
  FROM event WHERE event.id = event_date.event_id;
ALTER TABLE event_date
  ALTER COLUMN account_id SET NOT NULL,
  ALTER COLUMN event_published SET NOT NULL;

-- What is only reckoned from the dates is no change of what an event's page says.
DROP TRIGGER event_modified ON event;
UPDATE event SET over_at = dates.over_at
  FROM (SELECT event_id, max(ends_at) AS over_at FROM event_date GROUP BY event_id) AS dates WHERE dates.event_id = event.id;
CREATE TRIGGER event_modified BEFORE UPDATE ON event
  FOR EACH ROW WHEN (OLD.over_at = NEW.over_at) EXECUTE FUNCTION event_modified();

-- The event's row is locked first, as by whoever publishes it: of the two, the later one sees what the other wrote.
CREATE FUNCTION date_joins_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT account_id, published INTO NEW.account_id, NEW.event_published
    FROM event WHERE id = NEW.event_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;

CREATE FUNCTION dates_end() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed bigint := coalesce(NEW.event_id, OLD.event_id);
BEGIN
  PERFORM FROM event WHERE id = changed FOR NO KEY UPDATE;
  UPDATE event SET over_at = dates.over_at
    FROM (SELECT coalesce(max(ends_at), 'infinity') AS over_at FROM event_date WHERE event_id = changed) AS dates
   WHERE id = changed AND event.over_at <> dates.over_at;
  RETURN NULL;
END $$;

CREATE FUNCTION event_is_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_date SET event_published = NEW.published WHERE event_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER date_joins_event BEFORE INSERT ON event_date FOR EACH ROW EXECUTE FUNCTION date_joins_event();
CREATE TRIGGER dates_end AFTER INSERT OR DELETE OR UPDATE OF ends_at ON event_date FOR EACH ROW EXECUTE FUNCTION dates_end();
CREATE TRIGGER event_is_shown AFTER UPDATE OF published ON event
  FOR EACH ROW WHEN (OLD.published <> NEW.published) EXECUTE FUNCTION event_is_shown();

-- In the order of the list; by the longest of an account's dates, which says how long ago one that still runs may have
-- begun; by the venue's own days; by the part of a run.
CREATE INDEX ON event (account_id, over_at, id) INCLUDE (published);
CREATE INDEX ON event USING gin (tags);
CREATE INDEX ON event_date (account_id, starts_at, event_id) INCLUDE (id, ends_at, event_published);
CREATE INDEX ON event_date (account_id, (ends_at - starts_at));
CREATE INDEX ON event_date (account_id, starts_local) INCLUDE (id, event_id, event_published);
CREATE INDEX ON event_date (account_id, date_group) WHERE date_group IS NOT NULL;
DROP INDEX event_date_ends_at_idx, event_date_starts_local_idx;

-- Words are looked for among what is shown, without a look at the events themselves; in names before anywhere else.
-- By account alone nobody looks for words: that reads every text. Room is left so that a change of the moment alone
-- needs no new entries in the indexes of words.
ALTER TABLE event_search
  ADD COLUMN shown_until timestamptz NOT NULL DEFAULT '-infinity',
  SET (fillfactor = 85);
CREATE FUNCTION write_shown_until() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_search SET shown_until = CASE WHEN NEW.published THEN NEW.over_at ELSE '-infinity' END
   WHERE event_id = NEW.id;
  RETURN NULL;
END $$;
-- Triggers of one event fire in the order of their names: the words are written before.
CREATE TRIGGER shown_until AFTER INSERT OR UPDATE OF published, over_at ON event
  FOR EACH ROW EXECUTE FUNCTION write_shown_until();
UPDATE event_search SET shown_until = event.over_at FROM event WHERE event.id = event_id AND event.published;
CREATE INDEX ON event_search USING gin (name_words gin_trgm_ops);
DROP INDEX event_search_account_id_idx;

-- Each word of a card, so that one that is nearly right is compared with words and not with whole cards. Rows belong to
-- one event each: nobody who writes an event waits for somebody who writes another with the same words.
CREATE TABLE event_word (
  event_id   bigint NOT NULL REFERENCES event ON DELETE CASCADE,
  account_id bigint NOT NULL,
  word       text NOT NULL,
  PRIMARY KEY (event_id, word)
);
CREATE INDEX ON event_word USING gin (word gin_trgm_ops);
CREATE INDEX ON event_word (account_id, word);

CREATE FUNCTION write_card_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_word WHERE event_id = NEW.event_id;
  INSERT INTO event_word (event_id, account_id, word)
  SELECT DISTINCT NEW.event_id, NEW.account_id, word
    FROM regexp_split_to_table(NEW.card_words, '[\s[:punct:]]+') AS word
   WHERE length(word) BETWEEN 3 AND 60 AND word !~ '^[0-9]+$';
  RETURN NULL;
END $$;
CREATE TRIGGER card_words AFTER INSERT OR UPDATE OF card_words ON event_search
  FOR EACH ROW EXECUTE FUNCTION write_card_words();
UPDATE event_search SET card_words = card_words;
