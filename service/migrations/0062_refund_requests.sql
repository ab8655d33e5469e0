-- What buyers ask for outside the refund policy of an event. The organiser approves or declines.
CREATE TABLE refund_request (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id  bigint NOT NULL REFERENCES account,
  event_id    bigint NOT NULL,
  sale_id     bigint NOT NULL,
  reason      text NOT NULL,
  state       text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'APPROVED', 'DECLINED')),
  created_at  timestamptz NOT NULL DEFAULT now(),
  decided_at  timestamptz,
  decided_by  bigint REFERENCES account_user,
  -- Absent where its tickets had come back before it was approved.
  refund_id   text REFERENCES refund,
  FOREIGN KEY (event_id, sale_id) REFERENCES sale (event_id, id),
  CONSTRAINT decided_or_open CHECK ((decided_at IS NULL) = (state = 'OPEN'))
);
CREATE INDEX ON refund_request (account_id, id);
CREATE INDEX ON refund_request (event_id, sale_id);
CREATE INDEX ON refund_request (refund_id);

CREATE TABLE refund_request_admission (
  request_id   bigint NOT NULL REFERENCES refund_request,
  event_id     bigint NOT NULL,
  admission_id bigint NOT NULL,
  is_open      boolean NOT NULL DEFAULT true,
  PRIMARY KEY (request_id, admission_id),
  FOREIGN KEY (event_id, admission_id) REFERENCES admission (event_id, id)
);
CREATE UNIQUE INDEX one_open_request_a_ticket ON refund_request_admission (admission_id) WHERE is_open;
