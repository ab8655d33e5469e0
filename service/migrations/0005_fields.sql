-- What a promoter asks of buyers and of guests, and what they answered.

CREATE TABLE additional_field (
  event_id       bigint NOT NULL REFERENCES event,
  id             bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  asked_of       text NOT NULL CHECK (asked_of IN ('BUYER', 'GUEST')),
  field_type     text NOT NULL CHECK (field_type IN ('CUSTOM', 'NAME', 'FIRST_NAME', 'LAST_NAME', 'EMAIL', 'PHONE')),
  name           text NOT NULL CHECK (name <> ''),
  admin_name     text NOT NULL,
  label          text NOT NULL CHECK (label <> ''),
  input_type     text NOT NULL CHECK (input_type IN ('AUTOCOMPLETE', 'TEXT', 'TEXTAREA', 'DATE', 'SELECT')),
  choices        text[] NOT NULL DEFAULT '{}',
  sort_idx       integer NOT NULL DEFAULT 0,
  parent_id      bigint,
  -- Which answers of the parent call for this question. Empty: any.
  parent_answers text[] NOT NULL DEFAULT '{}',
  required       boolean NOT NULL DEFAULT false,
  length_max     integer NOT NULL CHECK (length_max BETWEEN 1 AND 2000),
  enabled        boolean NOT NULL DEFAULT true,
  PRIMARY KEY (event_id, id),
  -- A parent exists before its child and is never changed, so there is no ring of questions.
  FOREIGN KEY (event_id, parent_id) REFERENCES additional_field (event_id, id),
  CONSTRAINT select_has_choices CHECK (input_type <> 'SELECT' OR cardinality(choices) > 0)
);
CREATE UNIQUE INDEX one_field_per_name ON additional_field (event_id, asked_of, name) WHERE enabled;

-- Which ticket types a question to guests belongs to. None: all of the event.
CREATE TABLE additional_field_ticket_type (
  event_id       bigint NOT NULL,
  field_id       bigint NOT NULL,
  ticket_type_id bigint NOT NULL,
  PRIMARY KEY (event_id, field_id, ticket_type_id),
  FOREIGN KEY (event_id, field_id) REFERENCES additional_field (event_id, id),
  FOREIGN KEY (event_id, ticket_type_id) REFERENCES ticket_type (event_id, id)
);

-- The questions as they were asked, each with its answer: what a promoter changes later alters nothing here.
-- `guests` waits on the sale until there are admissions: per ticket type, in the order of its tickets.
ALTER TABLE sale ADD COLUMN answers jsonb, ADD COLUMN guests jsonb;
ALTER TABLE admission ADD COLUMN answers jsonb NOT NULL DEFAULT '[]';
