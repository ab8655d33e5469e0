-- How often the pages behind links, embeds and campaigns were opened, by the hour. It knows no visitor and no visit.
CREATE TABLE source_opened (
  account_id bigint NOT NULL REFERENCES account,
  hour       timestamptz NOT NULL,
  -- NULL: a page of no event.
  event_id   bigint,
  -- `{ "ref": … }`, `{ "embed": … }`, `{ "utm": { source, medium, campaign } }`, `{}` without a name, or `{ "other": true }`: a name beyond the
  -- most of a day.
  source     jsonb NOT NULL,
  count      bigint NOT NULL CHECK (count > 0),
  UNIQUE NULLS NOT DISTINCT (account_id, hour, event_id, source)
);
