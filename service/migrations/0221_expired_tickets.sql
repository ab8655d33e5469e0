-- The tickets of reservations that expired and were deleted, by the hour in which they were reserved.
CREATE TABLE source_expired (
  account_id bigint NOT NULL,
  hour       timestamptz NOT NULL,
  event_id   bigint NOT NULL,
  -- As that of `source_opened`, or `{ "boxOffice": true }`.
  source     jsonb NOT NULL,
  tickets    bigint NOT NULL CHECK (tickets > 0),
  PRIMARY KEY (account_id, hour, event_id, source)
);
