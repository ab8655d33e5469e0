-- The links that the service mails. A row is deleted when its link is used or replaced.
CREATE TABLE mail_link (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id       bigint NOT NULL REFERENCES account,
  kind             text NOT NULL CHECK (kind IN ('INVITATION', 'PASSWORD', 'REPLY_TO')),
  -- The key of the link is made of it and of a secret that the database does not have, when the mail is written.
  seed             uuid NOT NULL UNIQUE,
  key_hash         text NOT NULL UNIQUE,
  email            text NOT NULL,
  -- The manager who asked for it. NULL for PASSWORD.
  made_by          bigint REFERENCES account_user,
  -- Of PASSWORD: whose password, and the one that was forgotten. NULL: nobody has the name that was typed.
  user_id          bigint REFERENCES account_user,
  password_version integer,
  -- Of INVITATION: what the user may do, and at which dates they scan.
  capabilities     text[],
  scan_dates       jsonb,
  created_at       timestamptz NOT NULL DEFAULT now(),
  expires_at       timestamptz NOT NULL
);
CREATE UNIQUE INDEX mail_link_invitation ON mail_link (account_id, lower(email)) WHERE kind = 'INVITATION';
CREATE INDEX mail_link_oldest ON mail_link (expires_at);
