-- A small account among large ones reads its own few rows of words, and not what an index finds of everybody's.
CREATE INDEX ON event_search (account_id);

-- What is written goes into the indexes of words at once. By default PostgreSQL lays it on a pile first, which every
-- search reads through until somebody clears it away: events are written now and then, and searched for all the time.
ALTER INDEX event_search_name_words_idx SET (fastupdate = off);
ALTER INDEX event_search_card_words_idx SET (fastupdate = off);
ALTER INDEX event_search_all_words_idx SET (fastupdate = off);
ALTER INDEX event_word_word_idx SET (fastupdate = off);
ALTER INDEX event_tags_idx SET (fastupdate = off);
SELECT gin_clean_pending_list(index)
  FROM unnest(ARRAY['event_search_name_words_idx', 'event_search_card_words_idx', 'event_search_all_words_idx',
                    'event_word_word_idx', 'event_tags_idx']::regclass[]) AS index;

-- So the row of an event's words is written once when the event is made, and not once more to say until when it is shown.
CREATE OR REPLACE FUNCTION write_search_words(wanted bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event_search (event_id, account_id, name_words, card_words, all_words, shown_until)
  SELECT event.id, event.account_id, folded(event.name),
         folded(concat_ws(' ', event.name, venue.name, array_to_string(event.tags, ' '), groups.names)),
         folded(concat_ws(' ', event.name, venue.name, array_to_string(event.tags, ' '), groups.names,
                          event.abstract_text, event.description)),
         CASE WHEN event.published THEN event.over_at ELSE '-infinity' END
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
DROP TRIGGER shown_until ON event;
CREATE TRIGGER shown_until AFTER UPDATE OF published, over_at ON event
  FOR EACH ROW WHEN (OLD.published <> NEW.published OR OLD.over_at <> NEW.over_at) EXECUTE FUNCTION write_shown_until();
