-- What of the published catalogue changed, for shops that keep pages of it. Each row is written in the transaction of its change.
-- A sale changes nothing here: no trigger below fires for the places taken.
CREATE TABLE catalogue_change (
  account_id    bigint NOT NULL,
  -- A reader asks for the changes from a transaction on. The number is taken before the commit, so a reader goes on from the
  -- oldest transaction that was still open.
  transaction   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind          text NOT NULL,
  -- Null: any event of the account may be shown otherwise.
  event_id      bigint,
  event_date_id bigint,
  at            timestamptz NOT NULL DEFAULT now(),
  -- One row for a thousand dates that one transaction changes in the same way.
  UNIQUE NULLS NOT DISTINCT (account_id, transaction, kind, event_id, event_date_id)
);
CREATE INDEX ON catalogue_change (at);

CREATE FUNCTION event_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change (account_id, kind, event_id) VALUES (NEW.account_id, 'EVENT', NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER event_changes AFTER UPDATE ON event
  FOR EACH ROW WHEN ((OLD.published OR NEW.published) AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION event_changed();

-- Arguments: the kind, and the column with the id of the date, if there is one. Of a draft nothing is shown.
CREATE FUNCTION part_of_event_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  INSERT INTO catalogue_change (account_id, kind, event_id, event_date_id)
  SELECT account_id, TG_ARGV[0], id, (changed ->> TG_ARGV[1])::bigint
    FROM event WHERE id = (changed ->> 'event_id')::bigint AND published
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
-- Of these columns alone: publishing an event writes to all its dates.
CREATE TRIGGER date_changes AFTER INSERT OR DELETE OR UPDATE OF venue_configuration_id, starts_local, ends_local, starts_at, ends_at,
  doors_local, doors_at, label, date_group, sort_idx, cancelled ON event_date
  FOR EACH ROW EXECUTE FUNCTION part_of_event_changed('EVENT_DATE', 'id');
CREATE TRIGGER ticket_type_changes AFTER INSERT OR DELETE OR UPDATE ON ticket_type
  FOR EACH ROW EXECUTE FUNCTION part_of_event_changed('TICKET_TYPE', 'event_date_id');
CREATE TRIGGER capacity_changes AFTER UPDATE OF capacity ON stock
  FOR EACH ROW WHEN (OLD.capacity <> NEW.capacity) EXECUTE FUNCTION part_of_event_changed('TICKET_TYPE', 'event_date_id');
CREATE TRIGGER field_changes AFTER INSERT OR DELETE OR UPDATE ON additional_field
  FOR EACH ROW EXECUTE FUNCTION part_of_event_changed('FIELD');
CREATE TRIGGER field_changes AFTER INSERT OR DELETE OR UPDATE ON additional_field_ticket_type
  FOR EACH ROW EXECUTE FUNCTION part_of_event_changed('FIELD');
CREATE TRIGGER copy_changes AFTER INSERT OR DELETE OR UPDATE ON offering_copy
  FOR EACH ROW EXECUTE FUNCTION part_of_event_changed('COPY');

-- Argument: the column with the id of the venue.
CREATE FUNCTION venue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change (account_id, kind, event_id)
  SELECT account_id, 'VENUE', id FROM event WHERE venue_id = (to_jsonb(NEW) ->> TG_ARGV[0])::bigint AND published
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER venue_changes AFTER UPDATE ON venue
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION venue_changed('id');
CREATE TRIGGER section_changes AFTER UPDATE ON venue_section
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION venue_changed('venue_id');

-- Arguments: the kind, and the column with the id of the account.
CREATE FUNCTION account_wide_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  INSERT INTO catalogue_change (account_id, kind) VALUES ((changed ->> TG_ARGV[1])::bigint, TG_ARGV[0]) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER account_changes AFTER UPDATE ON account
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION account_wide_changed('ACCOUNT', 'id');
CREATE TRIGGER group_changes AFTER INSERT OR DELETE OR UPDATE ON event_group
  FOR EACH ROW EXECUTE FUNCTION account_wide_changed('EVENT_GROUP', 'account_id');
CREATE TRIGGER member_changes AFTER INSERT OR DELETE OR UPDATE ON event_group_event
  FOR EACH ROW EXECUTE FUNCTION account_wide_changed('EVENT_GROUP', 'account_id');
CREATE TRIGGER discount_changes AFTER INSERT OR DELETE OR UPDATE ON discount
  FOR EACH ROW EXECUTE FUNCTION account_wide_changed('DISCOUNT', 'account_id');
