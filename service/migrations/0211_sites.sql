-- The websites that show an account's embeds.
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
INSERT INTO site (account_id, origin)
SELECT DISTINCT ON (account.id, origin) account.id, origin
  FROM account CROSS JOIN unnest(embed_origins) WITH ORDINALITY AS listed (origin, place) ORDER BY account.id, origin, place;
CREATE TRIGGER site_changes AFTER INSERT OR DELETE OR UPDATE ON site
  FOR EACH ROW EXECUTE FUNCTION account_wide_changed('ACCOUNT', 'account_id');

-- Whoever writes `account.embed_origins`, also the release before, has the sites of these origins. Those that stay keep id and prefix.
CREATE FUNCTION sites_of_origins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM site WHERE account_id = NEW.id AND origin <> ALL (NEW.embed_origins);
  INSERT INTO site (account_id, origin)
  SELECT NEW.id, origin FROM unnest(NEW.embed_origins) WITH ORDINALITY AS listed (origin, place) ORDER BY place
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER account_sites AFTER INSERT OR UPDATE OF embed_origins ON account
  FOR EACH ROW EXECUTE FUNCTION sites_of_origins();
