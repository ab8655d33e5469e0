-- The websites that show an account's embeds. `account.embed_origins` is their origins, for the release before.
CREATE TABLE site (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id    bigint NOT NULL REFERENCES account,
  origin        text NOT NULL,
  -- The path that a buyer may be sent back to, and all below it. NULL: none.
  return_prefix text,
  version       integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account_id, origin)
);
INSERT INTO site (account_id, origin) SELECT DISTINCT id, unnest(embed_origins) FROM account;
