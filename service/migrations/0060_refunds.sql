-- Refunds. A row is written, and its tickets stop admitting, before the processor is asked; it is settled afterwards. The processor
-- knows a refund by the same id and makes it once, so a killed process loses none and repeats none.
CREATE TABLE refund (
  id              text PRIMARY KEY,
  account_id      bigint NOT NULL REFERENCES account,
  event_id        bigint NOT NULL,
  sale_id         bigint NOT NULL,
  -- The payment that it gives back.
  attempt_id      text NOT NULL REFERENCES payment_attempt,
  user_id         bigint NOT NULL REFERENCES account_user,
  origin          text NOT NULL CHECK (origin IN ('ORGANISER', 'BUYER', 'CANCELLATION')),
  idempotency_key text,
  fingerprint     text,
  currency        char(3) NOT NULL,
  amount_minor    bigint NOT NULL CHECK (amount_minor >= 0),
  -- What was paid in fees for its tickets and is not given back.
  fee_kept_minor  bigint NOT NULL CHECK (fee_kept_minor >= 0),
  -- What each method gets back. Together they are the amount.
  methods         text[] NOT NULL,
  method_minors   bigint[] NOT NULL,
  -- The part that the processor refunds, and its id of the payment.
  card_minor      bigint NOT NULL CHECK (card_minor BETWEEN 0 AND amount_minor),
  charge_id       text,
  state           text NOT NULL CHECK (state IN ('STARTED', 'REFUNDED', 'REFUSED', 'RETURNED')),
  reason          text,
  notify          boolean NOT NULL,
  started_at      timestamptz NOT NULL,
  settled_at      timestamptz,
  next_check_at   timestamptz NOT NULL,
  checks          integer NOT NULL DEFAULT 0,
  FOREIGN KEY (event_id, sale_id) REFERENCES sale (event_id, id),
  CONSTRAINT one_amount_a_method CHECK (cardinality(methods) = cardinality(method_minors)),
  CONSTRAINT charge_is_known CHECK (card_minor = 0 OR charge_id IS NOT NULL),
  CONSTRAINT settled_or_started CHECK ((settled_at IS NULL) = (state = 'STARTED'))
);
CREATE UNIQUE INDEX refund_idempotency ON refund (user_id, event_id, sale_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX refund_to_follow_up ON refund (next_check_at) WHERE state = 'STARTED';
CREATE INDEX ON refund (event_id, sale_id);
CREATE INDEX ON refund (attempt_id);
CREATE INDEX ON refund (account_id);

CREATE TABLE refund_admission (
  refund_id      text NOT NULL REFERENCES refund,
  event_id       bigint NOT NULL,
  admission_id   bigint NOT NULL,
  amount_minor   bigint NOT NULL CHECK (amount_minor >= 0),
  fee_kept_minor bigint NOT NULL CHECK (fee_kept_minor >= 0),
  -- Its status before, which it has again when the processor refuses.
  was            text NOT NULL CHECK (was IN ('PENDING_GUEST_DETAILS', 'CONFIRMED')),
  -- False once the processor has refused, so that another refund of the ticket may follow.
  in_force       boolean NOT NULL DEFAULT true,
  PRIMARY KEY (refund_id, admission_id),
  FOREIGN KEY (event_id, admission_id) REFERENCES admission (event_id, id)
);
CREATE UNIQUE INDEX refunded_once ON refund_admission (admission_id) WHERE in_force;

-- What is given back of the amount paid for a ticket, and the fee that is kept.
ALTER TABLE admission
  ADD COLUMN refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  ADD COLUMN fee_kept_minor bigint NOT NULL DEFAULT 0 CHECK (fee_kept_minor >= 0),
  ADD CONSTRAINT never_more_than_paid CHECK (refunded_minor + fee_kept_minor <= paid_minor);

-- A refund returns a part of what an attempt took from a voucher, and an attempt that ended unpaid returns all of it.
ALTER TABLE voucher_movement ADD COLUMN refund_id text REFERENCES refund;
DROP INDEX returned_once_an_attempt;
CREATE UNIQUE INDEX returned_once_an_attempt ON voucher_movement (attempt_id) WHERE amount_minor > 0 AND refund_id IS NULL;
CREATE UNIQUE INDEX returned_once_a_refund ON voucher_movement (refund_id) WHERE refund_id IS NOT NULL;

-- The uses of codes that a payment has spent. They come back when every ticket of the payment has been refunded.
CREATE TABLE payment_code_use (
  attempt_id  text NOT NULL REFERENCES payment_attempt,
  code_id     bigint NOT NULL REFERENCES code,
  returned_at timestamptz,
  PRIMARY KEY (attempt_id, code_id)
);
CREATE INDEX ON payment_code_use (code_id);
INSERT INTO payment_code_use (attempt_id, code_id)
SELECT DISTINCT attempt.id, code_id
  FROM cart_code JOIN cart_price USING (cart_key)
  JOIN payment_attempt attempt ON attempt.cart_key = cart_code.cart_key AND attempt.state = 'PAID'
  JOIN payment_attempt_sale paid ON paid.attempt_id = attempt.id AND paid.sale_id = ANY (sale_ids)
 WHERE holds_use AND code_id IS NOT NULL;
