-- The number of a thing's state, from 1. Each change by a manager raises it by one; a sale never does.
ALTER TABLE account ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE account_user ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE venue ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE venue_section ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE venue_configuration ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE event ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE event_group ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE additional_field ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE offering_copy ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE event_date ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE ticket_type ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE master_ticket ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE discount ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE code ADD COLUMN version integer NOT NULL DEFAULT 1;

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

-- NULL: a row of several calls, or of an earlier release.
ALTER TABLE audit_entry ADD COLUMN request text;
