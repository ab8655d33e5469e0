-- Who changed what of a thing, written in the transaction of the change. Passwords, secrets and tokens have no value here.
CREATE TABLE change_entry (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  user_id    bigint NOT NULL REFERENCES account_user,
  -- The name of its table in camel case, such as venueSection.
  kind       text NOT NULL,
  thing_id   bigint NOT NULL,
  thing_name text NOT NULL,
  before     jsonb NOT NULL,
  after      jsonb NOT NULL,
  -- The call that made the change, as audit_entry has it. NULL: no call did.
  request    text,
  at         timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX change_entry_of_thing ON change_entry (kind, thing_id, id);
CREATE INDEX change_entry_of_request ON change_entry (request);
CREATE INDEX change_entry_oldest ON change_entry (at);
