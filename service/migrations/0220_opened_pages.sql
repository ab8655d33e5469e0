-- How often the pages behind links, embeds and campaigns were opened. It knows no visitor and no visit.
CREATE TABLE source_opened (
  account_id bigint NOT NULL REFERENCES account,
  -- The hour, or the middle of the day or month in UTC whose hours were added up.
  hour       timestamptz NOT NULL,
  span       text NOT NULL DEFAULT 'hour' CHECK (span IN ('hour', 'day', 'month')),
  -- NULL: a page of no event, or one beyond the most that are kept by event.
  event_id   bigint,
  -- `{ "ref": … }`, `{ "embed": … }`, `{ "utm": { source, medium, campaign } }`, `{}` without a name, or `{ "other": true }`: a name beyond the
  -- most of a day.
  source     jsonb NOT NULL,
  count      bigint NOT NULL CHECK (count > 0),
  UNIQUE NULLS NOT DISTINCT (account_id, hour, event_id, source)
);
CREATE INDEX source_opened_to_add_up ON source_opened (span, hour);
CREATE INDEX source_opened_by_ref ON source_opened (account_id, lower(source ->> 'ref'), hour) WHERE source ? 'ref';

-- The names of page views of a day in UTC that are of no link and no site of the account.
CREATE TABLE source_name (
  account_id bigint NOT NULL,
  day        timestamptz NOT NULL,
  source     jsonb NOT NULL,
  PRIMARY KEY (account_id, day, source)
);
