-- What the tickets of a refund were worth: what their cart costs less without them, before the policy's percentage and the kept fee.
-- NULL: a refund of before, which is worth what was paid for its tickets.
ALTER TABLE refund ADD COLUMN worth_minor bigint CHECK (worth_minor >= 0);

-- A ticket may give back more or less than its share of a saving, so that what was paid for the whole cart limits its refunds.
-- An attempt's refunds are added up one after another, also by a service that does not lock it.
ALTER TABLE admission DROP CONSTRAINT never_more_than_paid;
CREATE FUNCTION refunds_are_paid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE paid bigint;
BEGIN
  SELECT amount_minor INTO paid FROM payment_attempt WHERE id = NEW.attempt_id FOR UPDATE;
  IF (SELECT sum(amount_minor) FROM refund WHERE attempt_id = NEW.attempt_id AND state <> 'REFUSED') > paid THEN
    RAISE EXCEPTION 'The refunds of payment % are more than was paid.', NEW.attempt_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'never_more_than_paid';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER never_more_than_paid AFTER INSERT ON refund FOR EACH ROW EXECUTE FUNCTION refunds_are_paid();
