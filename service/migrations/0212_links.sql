-- A link, an embed or a poster of the promoter, known in sales by its `ref`.
CREATE TABLE link (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id      bigint NOT NULL REFERENCES account,
  ref             text NOT NULL,
  name            text NOT NULL CHECK (name <> ''),
  kind            text NOT NULL CHECK (kind IN ('LINK', 'EMBED', 'POSTER')),
  -- What it opens. Neither: the list of events.
  event_id        bigint,
  event_group_id  bigint,
  code            text,
  ended_at        timestamptz,
  -- Of the partner's own page. NULL: there is none.
  partner_digest  text UNIQUE,
  partner_revenue boolean NOT NULL DEFAULT false,
  partner_at      timestamptz,
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(event_id, event_group_id) <= 1),
  -- The account stands in both keys, so a link cannot open another account's event.
  FOREIGN KEY (account_id, event_id) REFERENCES event (account_id, id),
  FOREIGN KEY (account_id, event_group_id) REFERENCES event_group (account_id, id)
);
CREATE UNIQUE INDEX link_ref ON link (account_id, lower(ref));
