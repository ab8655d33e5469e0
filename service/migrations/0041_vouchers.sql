-- A voucher pays a part of a cart. Its balance is taken when an attempt is opened and returned when the attempt ends unpaid.
CREATE TABLE voucher (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id    bigint NOT NULL REFERENCES account,
  -- 80 random bits: whoever knows it may spend it.
  code          text NOT NULL UNIQUE CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  currency      char(3) NOT NULL,
  initial_minor bigint NOT NULL CHECK (initial_minor > 0),
  balance_minor bigint NOT NULL,
  expires_at    timestamptz,
  enabled       boolean NOT NULL DEFAULT true,
  created_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT never_overspent CHECK (balance_minor BETWEEN 0 AND initial_minor)
);
CREATE INDEX ON voucher (account_id, id);

-- Every change of a balance: negative when an attempt takes, positive when it returns. Initial value and movements add up to the balance.
-- The attempt is written after its movement, in the same transaction.
CREATE TABLE voucher_movement (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  voucher_id   bigint NOT NULL REFERENCES voucher,
  attempt_id   text NOT NULL REFERENCES payment_attempt DEFERRABLE INITIALLY DEFERRED,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON voucher_movement (voucher_id, id);
CREATE UNIQUE INDEX taken_once_an_attempt ON voucher_movement (attempt_id) WHERE amount_minor < 0;
CREATE UNIQUE INDEX returned_once_an_attempt ON voucher_movement (attempt_id) WHERE amount_minor > 0;
