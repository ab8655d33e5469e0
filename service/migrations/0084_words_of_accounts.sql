-- The words on an account's cards, for the nearest to a mistyped one. A word that is on many cards is compared once.
-- A word may be here twice, since no writer waits for another who writes the same word; and it stays when no card has it
-- any more, so whoever proposes it looks for an event that has it.
CREATE TABLE account_word (
  account_id bigint NOT NULL,
  word       text NOT NULL
);
DROP INDEX event_word_word_idx;

-- Whether the word is in the name of the event, and until when the event is listed.
ALTER TABLE event_word
  ADD COLUMN in_name     boolean NOT NULL DEFAULT false,
  ADD COLUMN shown_until timestamptz NOT NULL DEFAULT '-infinity';

CREATE OR REPLACE FUNCTION write_card_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_word WHERE event_id = NEW.event_id;
  INSERT INTO event_word (event_id, account_id, word, in_name, shown_until)
  SELECT DISTINCT NEW.event_id, NEW.account_id, word, strpos(NEW.name_words, word) > 0, NEW.shown_until
    FROM regexp_split_to_table(NEW.card_words, '[\s[:punct:]]+') AS word
   WHERE length(word) BETWEEN 3 AND 60 AND word !~ '^[0-9]+$';
  INSERT INTO account_word (account_id, word)
  SELECT account_id, word FROM event_word
   WHERE event_id = NEW.event_id AND NOT EXISTS (
     SELECT FROM account_word known WHERE known.account_id = event_word.account_id AND known.word = event_word.word);
  RETURN NULL;
END $$;

CREATE FUNCTION write_words_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_word SET shown_until = NEW.shown_until WHERE event_id = NEW.event_id;
  RETURN NULL;
END $$;
CREATE TRIGGER words_shown AFTER UPDATE OF shown_until ON event_search
  FOR EACH ROW WHEN (OLD.shown_until <> NEW.shown_until) EXECUTE FUNCTION write_words_shown();

-- A name can change without its card's words: a group of the same name begins to show the event.
DROP TRIGGER card_words ON event_search;
CREATE TRIGGER card_words AFTER INSERT OR UPDATE OF name_words, card_words ON event_search
  FOR EACH ROW EXECUTE FUNCTION write_card_words();

UPDATE event_word SET in_name = strpos(name_words, word) > 0, shown_until = search.shown_until
  FROM event_search search WHERE search.event_id = event_word.event_id;
INSERT INTO account_word (account_id, word) SELECT DISTINCT account_id, word FROM event_word;
CREATE INDEX ON account_word (account_id, word);
CREATE INDEX ON account_word USING gin (word gin_trgm_ops) WITH (fastupdate = off);
-- By the bytes of the words, so that those with a common beginning are neighbours in every locale.
CREATE INDEX event_word_in_name ON event_word (account_id, word COLLATE "C") INCLUDE (event_id, shown_until) WHERE in_name;
