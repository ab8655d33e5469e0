-- The second factor of users: an authenticator app, and backup codes for the day when it is lost.
CREATE TABLE second_factor (
  user_id           bigint PRIMARY KEY REFERENCES account_user,
  -- In base32. The codes of the app are computed from it, so it cannot be a hash.
  secret            text NOT NULL,
  -- Hashes of the codes that are left, and of those that were used.
  backup_codes      text[] NOT NULL,
  used_backup_codes text[] NOT NULL DEFAULT '{}',
  -- False until a first code of the app was right.
  is_on             boolean NOT NULL DEFAULT false,
  -- The time step of the newest code of the app that was used. Neither it nor an older one is used again.
  last_step         bigint NOT NULL DEFAULT 0
);

-- What a user has proved: the password, for the few minutes until the code of the app (CHALLENGE), or the second factor on a device
-- that is remembered (DEVICE). Only a hash of the secret is kept, and it belongs to the password under which it was made.
CREATE TABLE sign_in_proof (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id          bigint NOT NULL REFERENCES account_user,
  kind             text NOT NULL CHECK (kind IN ('CHALLENGE', 'DEVICE')),
  secret_hash      text NOT NULL UNIQUE,
  password_version integer NOT NULL,
  -- The codes that were tried with a challenge.
  tries            integer NOT NULL DEFAULT 0,
  expires_at       timestamptz NOT NULL
);
CREATE INDEX ON sign_in_proof (user_id);
