-- Dates and events that were cancelled with a decision about the money, and the job that refunds their sales.
CREATE TABLE cancellation (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id    bigint NOT NULL REFERENCES account,
  -- Its refunds are made in the name of this user.
  user_id       bigint NOT NULL REFERENCES account_user,
  event_id      bigint NOT NULL REFERENCES event,
  -- Absent: the whole event.
  event_date_id bigint,
  refund        text NOT NULL CHECK (refund IN ('ALL', 'CHOICE', 'NONE')),
  created_at    timestamptz NOT NULL DEFAULT now(),
  -- When every sale was refunded or refused. Absent for a cancellation that refunds nothing by itself.
  finished_at   timestamptz,
  FOREIGN KEY (event_id, event_date_id) REFERENCES event_date (event_id, id)
);
CREATE INDEX ON cancellation (account_id);
CREATE INDEX ON cancellation (event_id);
CREATE INDEX cancellation_to_refund ON cancellation (id) WHERE refund = 'ALL' AND finished_at IS NULL;

-- The sales of a job. A process claims some by moving their next try into the future, so that a killed one loses nothing.
CREATE TABLE cancellation_sale (
  cancellation_id bigint NOT NULL REFERENCES cancellation,
  event_id        bigint NOT NULL,
  sale_id         bigint NOT NULL,
  state           text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'DONE')),
  -- Absent while open, and where another refund was quicker.
  refund_id       text REFERENCES refund,
  next_try_at     timestamptz NOT NULL DEFAULT now(),
  tries           integer NOT NULL DEFAULT 0,
  PRIMARY KEY (cancellation_id, event_id, sale_id)
);
CREATE INDEX cancellation_sale_to_refund ON cancellation_sale (next_try_at) WHERE state = 'OPEN';
CREATE INDEX ON cancellation_sale (refund_id);

-- Numbers the changes that buyers are told of, so that each change is told once and a second change again.
CREATE SEQUENCE notice_number;
