-- A ticket type that is sold out, or no longer, changes lists, prices "from" and pages. Any other sale changes nothing on them.
CREATE FUNCTION places_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change (account_id, kind, event_id, event_date_id)
  SELECT account_id, 'AVAILABILITY', id, NEW.event_date_id
    FROM event
   WHERE id = NEW.event_id AND published AND EXISTS (
           SELECT FROM ticket_type type
            WHERE type.event_id = NEW.event_id AND type.event_date_id = NEW.event_date_id
              AND (type.id = NEW.ticket_type_id OR type.venue_section_id = NEW.venue_section_id)
              -- Fewer than an order must have are none for a buyer.
              AND (OLD.capacity - OLD.taken >= minimum_per_order) <> (NEW.capacity - NEW.taken >= minimum_per_order))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
-- An order's minimum is at most 1,000: with more places free before and after, the hot path of an on-sale runs no trigger.
CREATE TRIGGER place_changes AFTER UPDATE OF taken ON stock
  FOR EACH ROW WHEN (OLD.taken <> NEW.taken AND least(OLD.capacity - OLD.taken, NEW.capacity - NEW.taken) < 1000)
  EXECUTE FUNCTION places_changed();
