-- Money that returns to a voucher is there to be spent. A voucher that had ended is valid again until `revived_until`. What
-- returns to a disabled voucher is moved to a new one: a second, negative row of the old voucher names it.
ALTER TABLE voucher_movement
  ADD COLUMN revived_until timestamptz,
  ADD COLUMN moved_to bigint REFERENCES voucher,
  ADD CONSTRAINT moved_is_negative CHECK (moved_to IS NULL OR amount_minor < 0),
  ADD CONSTRAINT revived_is_positive CHECK (revived_until IS NULL OR amount_minor > 0);
CREATE INDEX ON voucher_movement (moved_to);
DROP INDEX taken_once_an_attempt;
CREATE UNIQUE INDEX taken_once_an_attempt ON voucher_movement (attempt_id) WHERE amount_minor < 0 AND moved_to IS NULL;
DROP INDEX returned_once_a_refund;
CREATE UNIQUE INDEX returned_once_a_refund ON voucher_movement (refund_id) WHERE refund_id IS NOT NULL AND moved_to IS NULL;
