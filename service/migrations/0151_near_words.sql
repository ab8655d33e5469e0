-- Letters, capitals and signs are the same in every locale of a database. In "C" PostgreSQL knows those of ASCII alone, and a
-- trigram has no other letters: so capitals become small by a collation that knows Unicode, signs are listed by their numbers, and
-- nearly right words are found by the number of wrong letters.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- No marks, no capitals, no apostrophes, nothing that only stretches or binds letters, and the digits of ASCII. It calls no function
-- of ours: a venue's town is made by it, and the tools that restore a dump find only those of PostgreSQL without a schema. Of the
-- collations, the first is in every PostgreSQL from 17 on, the second in one that is built with ICU, as Debian's is.
DO $$ BEGIN
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION folded(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS %L',
    format($body$
  SELECT replace(replace(replace(translate(lower(regexp_replace(normalize(words, NFKD),
             '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g') COLLATE %I),
           'øðđłþıħς٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹''’‘ʻʼ′`', 'oddltihσ01234567890123456789'),
         'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$body$, coalesce(
      (SELECT min(collname) FROM pg_collation WHERE collname IN ('pg_c_utf8', 'und-x-icu')), 'default')));
END $$;

-- The pattern of a sign in a folded text: what is no letter, mark or digit in the scripts of today.
CREATE FUNCTION sign_pattern() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05f3\u05f4\u0600-\u061f\u066a-\u066d'
         '\u06d4\u0964\u0965\u0970\u0e4f\u0e5a\u0e5b\u0f04-\u0f14\u104a-\u104f\u1360-\u1368\u17d4-\u17d6\u17d8-\u17db'
         '\u1800-\u180a\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3003\u3008-\u3020\u3030\u30a0\u30fb'
         '\U0001f000-\U0001faff]'
$$;

-- The text, and each word with a sign inside once more without it: "ac/dc acdc".
CREATE FUNCTION with_joined(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT concat_ws(' ', words, string_agg(DISTINCT joined, ' '))
    FROM regexp_split_to_table(words, '\s+') AS word, regexp_replace(word, sign_pattern(), '', 'g') AS joined
   WHERE word !~ '^[a-z0-9]*$' AND strpos(word, joined) = 0
$$;

CREATE OR REPLACE FUNCTION write_card_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_word WHERE event_id = NEW.event_id;
  INSERT INTO event_word (event_id, account_id, word, in_name, shown_until)
  SELECT DISTINCT NEW.event_id, NEW.account_id, word, strpos(NEW.name_words, word) > 0, NEW.shown_until
    FROM regexp_split_to_table(NEW.card_words, sign_pattern() || '+') AS word
   WHERE length(word) BETWEEN 3 AND 60 AND word !~ '^[0-9]+$';
  INSERT INTO account_word (account_id, word)
  SELECT account_id, word FROM event_word
   WHERE event_id = NEW.event_id AND NOT EXISTS (
     SELECT FROM account_word known WHERE known.account_id = event_word.account_id AND known.word = event_word.word);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION write_search_words(wanted bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event_search (event_id, account_id, name_words, card_words, all_words, shown_until)
  SELECT event.id, event.account_id, with_joined(folded(event.name)), with_joined(folded(card.words)),
         with_joined(folded(concat_ws(' ', card.words, event.abstract_text, event.description))),
         CASE WHEN event.published THEN event.over_at ELSE '-infinity' END
    FROM event
    JOIN venue ON venue.id = event.venue_id
    LEFT JOIN LATERAL (
      SELECT string_agg(event_group.name, ' ') AS names
        FROM event_group_event member JOIN event_group ON event_group.id = member.event_group_id
       WHERE member.event_id = event.id AND event_group.published) AS groups ON true
    CROSS JOIN LATERAL (
      SELECT concat_ws(' ', event.name, venue.name, venue.address ->> 'city', venue.address ->> 'state',
                       venue.address ->> 'country', array_to_string(event.tags, ' '), groups.names) AS words) AS card
   WHERE event.id = ANY(wanted)
  ON CONFLICT (event_id) DO UPDATE
    SET name_words = excluded.name_words, card_words = excluded.card_words, all_words = excluded.all_words
$$;

-- What is stored was folded in the old way.
DELETE FROM account_word;
SELECT write_search_words(array(SELECT id FROM event));
UPDATE venue SET address = address;
