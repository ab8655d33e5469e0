-- The last day of a date on the venue's clock, so that a date is found on each of its days. The hours up to six in the
-- morning belong to the evening before: a night until four has one day. A date without an end has the day of its start.
ALTER TABLE event_date ADD COLUMN last_day date NOT NULL GENERATED ALWAYS AS (
  greatest(starts_local::date, (ends_local - interval '6 hours 1 second')::date)) STORED;

-- Dates over several days are few. They are found by their end, and all others by their start.
CREATE INDEX event_date_over_days ON event_date (account_id, last_day)
  INCLUDE (event_id, event_published, starts_local, id) WHERE last_day > starts_local::date;
