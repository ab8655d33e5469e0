-- A venue's town, region and country are words of its events' cards: whoever searches for Lyttelton means what is on there.
CREATE OR REPLACE FUNCTION write_search_words(wanted bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event_search (event_id, account_id, name_words, card_words, all_words, shown_until)
  SELECT event.id, event.account_id, folded(event.name), folded(card.words),
         folded(concat_ws(' ', card.words, event.abstract_text, event.description)),
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

DROP TRIGGER venue_words ON venue;
CREATE TRIGGER venue_words AFTER UPDATE OF name, address ON venue
  FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.address <> NEW.address) EXECUTE FUNCTION venue_words_changed();

SELECT write_search_words(array(SELECT id FROM event));

-- The town as a filter compares it. A venue without one is in no town.
ALTER TABLE venue ADD COLUMN town text GENERATED ALWAYS AS (folded(btrim(address ->> 'city'))) STORED;
CREATE INDEX ON venue (account_id, town);
