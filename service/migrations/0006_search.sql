-- What visitors search, list and leaf through: words of events as they are typed, and dates by the day.

-- Trigrams find the middle of a word by an index, and a word that is nearly right.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Words as a search compares them: no accents, no capitals, no apostrophes. What a database takes for a capital depends
-- on the locale it was made in, and in "C" it knows ASCII only: so after the accents are off, the Latin letters that
-- are none of ASCII's, the Greek and the Cyrillic ones are named one by one.
CREATE FUNCTION folded(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(replace(replace(lower(translate(
           regexp_replace(normalize(words, NFKD), '[\u0300-\u036f\u064b-\u065f\u0591-\u05c7]', '', 'g'),
           'ØøÐðĐđŁłÞþıĦħÆŒςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ''’‘ʻʼ′`',
           'ooddddllttihhæœσαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ')),
         'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;

-- Where the word stands, whatever signs it holds: they are signs and no wildcards.
CREATE FUNCTION containing(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(folded(word), '([\\%_])', '\\\1', 'g') || '%'
$$;

CREATE TABLE event_search (
  event_id   bigint PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  account_id bigint NOT NULL,
  name_words text NOT NULL,
  -- The name and what stands beside it on a card: the venue, the tags, and the groups that show it.
  card_words text NOT NULL,
  all_words  text NOT NULL
);
CREATE INDEX ON event_search USING gin (all_words gin_trgm_ops);
CREATE INDEX ON event_search USING gin (card_words gin_trgm_ops);
CREATE INDEX ON event_search (account_id);

CREATE FUNCTION write_search_words(wanted bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event_search (event_id, account_id, name_words, card_words, all_words)
  SELECT event.id, event.account_id, folded(event.name),
         folded(concat_ws(' ', event.name, venue.name, array_to_string(event.tags, ' '), groups.names)),
         folded(concat_ws(' ', event.name, venue.name, array_to_string(event.tags, ' '), groups.names,
                          event.abstract_text, event.description))
    FROM event
    JOIN venue ON venue.id = event.venue_id
    LEFT JOIN LATERAL (
      SELECT string_agg(event_group.name, ' ') AS names
        FROM event_group_event member JOIN event_group ON event_group.id = member.event_group_id
       WHERE member.event_id = event.id AND event_group.published) AS groups ON true
   WHERE event.id = ANY(wanted)
  ON CONFLICT (event_id) DO UPDATE
    SET name_words = excluded.name_words, card_words = excluded.card_words, all_words = excluded.all_words
$$;

CREATE FUNCTION event_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_search_words(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE FUNCTION venue_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_search_words(array(SELECT id FROM event WHERE venue_id = NEW.id));
  RETURN NULL;
END $$;

CREATE FUNCTION group_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_search_words(array(SELECT event_id FROM event_group_event WHERE event_group_id = NEW.id));
  RETURN NULL;
END $$;

CREATE FUNCTION member_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_search_words(ARRAY[coalesce(NEW.event_id, OLD.event_id)]);
  RETURN NULL;
END $$;

CREATE TRIGGER event_words AFTER INSERT OR UPDATE OF name, description, abstract_text, tags, venue_id ON event
  FOR EACH ROW EXECUTE FUNCTION event_words_changed();
CREATE TRIGGER venue_words AFTER UPDATE OF name ON venue
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION venue_words_changed();
CREATE TRIGGER group_words AFTER UPDATE OF name, published ON event_group
  FOR EACH ROW EXECUTE FUNCTION group_words_changed();
CREATE TRIGGER member_words AFTER INSERT OR DELETE ON event_group_event
  FOR EACH ROW EXECUTE FUNCTION member_words_changed();

SELECT write_search_words(array(SELECT id FROM event));

-- When an event's page last changed, for whoever reads pages by machine.
CREATE FUNCTION event_modified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.modified_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER event_modified BEFORE UPDATE ON event FOR EACH ROW EXECUTE FUNCTION event_modified();

-- What is not over yet, and what falls on these days of a venue's calendar.
CREATE INDEX ON event (account_id, id) WHERE published;
CREATE INDEX ON event_date (ends_at);
CREATE INDEX ON event_date (starts_local);
