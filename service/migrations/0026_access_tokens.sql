-- Access tokens: random secrets that stand for a user with some of their capabilities, until an end. Only a hash is kept.

-- Every change of the password counts, whoever makes it: a token belongs to the password under which it was made.
ALTER TABLE account_user ADD COLUMN password_version integer NOT NULL DEFAULT 1;

CREATE FUNCTION count_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.password_version := OLD.password_version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER password_version BEFORE UPDATE OF password_hash ON account_user
  FOR EACH ROW WHEN (OLD.password_hash <> NEW.password_hash) EXECUTE FUNCTION count_password();

CREATE TABLE user_token (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id          bigint NOT NULL REFERENCES account_user,
  -- The token that it was made with. When that one is revoked, so is this.
  parent_id        bigint REFERENCES user_token ON DELETE CASCADE,
  name             text NOT NULL,
  token_hash       text NOT NULL UNIQUE,
  scopes           text[] NOT NULL CHECK (scopes <@ ARRAY['PUBLIC', 'BOX_OFFICE', 'SCAN', 'MANAGE']),
  password_version integer NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  expires_at       timestamptz NOT NULL
);
CREATE INDEX ON user_token (user_id);
CREATE INDEX ON user_token (parent_id);
