-- The outbox. A row is written in the transaction of the change that it reports, and delivered afterwards: a mail server that is
-- down delays mail and breaks nothing.
CREATE TABLE message (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id  bigint NOT NULL REFERENCES account,
  kind        text NOT NULL,
  -- Of two messages with one key only the first is written, so that a repeated change sends one mail.
  key         text NOT NULL,
  recipient   text NOT NULL CHECK (recipient <> ''),
  language    text NOT NULL,
  -- The sales that it is about: of one cart, or none.
  sale_keys   text[] NOT NULL DEFAULT '{}',
  -- What the kind needs besides, as the renderer gets it.
  details     jsonb NOT NULL DEFAULT '{}',
  -- Where a storefront renders it: an address and a token. Without one the service sends a plain text of its own.
  renderer    jsonb,
  state       text NOT NULL DEFAULT 'QUEUED' CHECK (state IN ('QUEUED', 'SENT', 'DEAD', 'CANCELLED')),
  tries       integer NOT NULL DEFAULT 0,
  last_error  text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  settled_at  timestamptz,
  UNIQUE (account_id, key)
);
CREATE INDEX message_not_settled ON message (created_at) WHERE state IN ('QUEUED', 'DEAD');
CREATE INDEX ON message USING gin (sale_keys);

-- Where the messages about a sale are rendered. It is set by the lock and outlives the payment.
ALTER TABLE sale ADD COLUMN messages jsonb;
