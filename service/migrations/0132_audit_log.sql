-- Who made which call of a manager, or was refused, when and from where. No body and no secret. Failed sign-ins, refused calls and
-- reads are counted: one row for an hour.
CREATE TABLE audit_entry (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  user_id    bigint NOT NULL REFERENCES account_user,
  call       text NOT NULL,
  status     smallint NOT NULL,
  -- NULL: other networks than those that were listed before in this hour.
  network    text,
  -- The number of the hour since 1970. NULL: a row of one call.
  hour       integer,
  times      integer NOT NULL DEFAULT 1,
  first_at   timestamptz NOT NULL DEFAULT now(),
  last_at    timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX audit_entry_counted ON audit_entry (user_id, hour, status, call, network) NULLS NOT DISTINCT
  WHERE hour IS NOT NULL;
CREATE INDEX audit_entry_of_account ON audit_entry (account_id, first_at);
CREATE INDEX audit_entry_oldest ON audit_entry (last_at);
