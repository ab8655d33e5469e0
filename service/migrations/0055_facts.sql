-- What buyers want to know before they buy and on the day. What an organiser has not said is null.
ALTER TABLE event
  ADD COLUMN age_limit      text,
  ADD COLUMN hero_image_alt text,
  -- { untilHoursBefore, percentage, keepsFee }. Null: buyers cannot return tickets by themselves.
  ADD COLUMN refund_policy  jsonb;
ALTER TABLE venue ADD COLUMN map_url text;
ALTER TABLE venue_section ADD COLUMN door text;

-- As for the start, the organiser meant the wall time, and the instant is made from it.
ALTER TABLE event_date
  ADD COLUMN doors_local timestamp,
  ADD COLUMN doors_at    timestamptz,
  ADD CONSTRAINT doors_before_start CHECK (doors_at <= starts_at),
  ADD CONSTRAINT doors_have_both_times CHECK ((doors_local IS NULL) = (doors_at IS NULL));

-- What a buyer quotes: one for all sales of a payment. Sales from before have none.
ALTER TABLE payment_attempt ADD COLUMN reference char(6) CHECK (reference ~ '^[2-9B-DF-HJ-NP-TV-XZ]{6}$');
CREATE UNIQUE INDEX one_attempt_per_reference ON payment_attempt (account_id, reference);
ALTER TABLE sale ADD COLUMN reference char(6);
