-- A voucher that was disabled stays so: what comes back to it waits for the organiser. Of a voucher that has ended only what came
-- back can be spent, each part until its own end. `balance_minor` of a voucher stays its initial value and all movements.
ALTER TABLE voucher
  ADD COLUMN disabled_at timestamptz,
  ADD COLUMN disabled_by bigint REFERENCES account_user,
  ADD CONSTRAINT enabled_was_not_disabled CHECK (NOT enabled OR disabled_at IS NULL);
UPDATE voucher SET disabled_at = entry.last_at, disabled_by = entry.user_id
  FROM (SELECT DISTINCT ON (call) call, last_at, user_id FROM audit_entry
         WHERE call LIKE 'PUT /voucher/%/enable/false' AND status = 200 ORDER BY call, last_at DESC) AS entry
 WHERE NOT enabled AND call = 'PUT /voucher/' || voucher.id || '/enable/false';

-- What came back to a voucher after its end.
CREATE TABLE voucher_part (
  -- The movement that brought it.
  id            bigint PRIMARY KEY REFERENCES voucher_movement,
  voucher_id    bigint NOT NULL REFERENCES voucher,
  -- What came back, less what payments have taken from it, and what they returned.
  balance_minor bigint NOT NULL CHECK (balance_minor >= 0),
  expires_at    timestamptz NOT NULL
);
CREATE INDEX ON voucher_part (voucher_id);

-- The part that a payment took from and returns to, or that moved on to a new voucher. Absent: the voucher's own money.
ALTER TABLE voucher_movement ADD COLUMN part_id bigint REFERENCES voucher_part;
CREATE INDEX ON voucher_movement (attempt_id);
CREATE INDEX ON voucher_movement (refund_id) WHERE refund_id IS NOT NULL;
DROP INDEX taken_once_an_attempt;
CREATE UNIQUE INDEX taken_once_an_attempt ON voucher_movement (attempt_id, part_id) NULLS NOT DISTINCT
  WHERE amount_minor < 0 AND moved_to IS NULL;
DROP INDEX returned_once_an_attempt;
CREATE UNIQUE INDEX returned_once_an_attempt ON voucher_movement (attempt_id, part_id) NULLS NOT DISTINCT
  WHERE amount_minor > 0 AND refund_id IS NULL;
DROP INDEX returned_once_a_refund;
CREATE UNIQUE INDEX returned_once_a_refund ON voucher_movement (refund_id, part_id) NULLS NOT DISTINCT
  WHERE refund_id IS NOT NULL AND moved_to IS NULL;

-- Vouchers that were revived whole: what moved since is a part, until the end that was told, and what was left before stays lost. They
-- had ended when the first money came back.
CREATE TEMPORARY TABLE revived ON COMMIT DROP AS
  SELECT DISTINCT ON (voucher_id) voucher_id, id, created_at FROM voucher_movement
   WHERE revived_until IS NOT NULL ORDER BY voucher_id, id;
INSERT INTO voucher_part (id, voucher_id, balance_minor, expires_at)
SELECT revived.id, voucher_id, greatest(0, since.minor), expires_at
  FROM revived JOIN voucher ON voucher.id = voucher_id
 CROSS JOIN LATERAL (SELECT sum(amount_minor) AS minor FROM voucher_movement movement
                      WHERE movement.voucher_id = voucher.id AND movement.id >= revived.id) AS since;
UPDATE voucher_movement movement SET part_id = revived.id FROM revived
 WHERE movement.voucher_id = revived.voucher_id AND movement.id > revived.id;
UPDATE voucher SET expires_at = revived.created_at FROM revived WHERE voucher.id = voucher_id;

-- What a refund brought back to a voucher that cannot spend it. Its money stands at that voucher until it is sent on a new one.
CREATE TABLE voucher_return (
  -- The movement that brought it.
  id         bigint PRIMARY KEY REFERENCES voucher_movement,
  account_id bigint NOT NULL REFERENCES account,
  -- SENT: it is on a new voucher. LEFT: it stays on the old one.
  state      text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'LEFT')),
  decided_at timestamptz,
  decided_by bigint REFERENCES account_user,
  CONSTRAINT decided_or_waiting CHECK ((decided_at IS NULL) = (state = 'WAITING'))
);
CREATE INDEX ON voucher_return (account_id, id);

-- The organiser was told that the voucher cannot take its part back, and gives that a new voucher.
ALTER TABLE refund ADD COLUMN gives_new_voucher boolean NOT NULL DEFAULT false;
