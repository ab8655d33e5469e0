-- The rest of the catalogue: groups of events, an event's own currency, prototypes of ticket types, and the name
-- that a ticket was sold under.

-- What an account says of itself to those who buy from it.
ALTER TABLE account
  ADD COLUMN website_url   text,
  ADD COLUMN contact_email text,
  ADD COLUMN contact_phone text;

-- An event is sold in one currency: the account's when it was made, unless the promoter named another.
ALTER TABLE event ADD COLUMN currency char(3) CHECK (currency ~ '^[A-Z]{3}$');
UPDATE event SET currency = account.currency FROM account WHERE account.id = event.account_id;
ALTER TABLE event ALTER COLUMN currency SET NOT NULL;
ALTER TABLE event ADD UNIQUE (account_id, id);

CREATE TABLE event_group (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id     bigint NOT NULL REFERENCES account,
  name           text NOT NULL CHECK (name <> ''),
  description    text NOT NULL DEFAULT '',
  abstract_text  text NOT NULL DEFAULT '',
  hero_image_url text,
  tags           text[] NOT NULL DEFAULT '{}',
  published      boolean NOT NULL DEFAULT false,
  UNIQUE (account_id, id)
);

-- The account stands in both keys, so a group cannot hold an event of another account.
CREATE TABLE event_group_event (
  account_id     bigint NOT NULL,
  event_group_id bigint NOT NULL,
  event_id       bigint NOT NULL,
  sort_idx       integer NOT NULL,
  PRIMARY KEY (event_group_id, event_id),
  FOREIGN KEY (account_id, event_group_id) REFERENCES event_group (account_id, id),
  FOREIGN KEY (account_id, event_id) REFERENCES event (account_id, id)
);
CREATE INDEX ON event_group_event (event_id);

-- A prototype of ticket types of one event. What it says is written into each linked ticket type by one call.
CREATE TABLE master_ticket (
  event_id           bigint NOT NULL REFERENCES event,
  id                 bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  name               text NOT NULL CHECK (name <> ''),
  price_minor        bigint NOT NULL CHECK (price_minor >= 0),
  fee_minor          bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
  maximum_allocation integer CHECK (maximum_allocation >= 0),
  on_sale_from       timestamptz,
  on_sale_to         timestamptz,
  PRIMARY KEY (event_id, id)
);

ALTER TABLE ticket_type
  ADD COLUMN master_ticket_id bigint,
  ADD FOREIGN KEY (event_id, master_ticket_id) REFERENCES master_ticket (event_id, id);
CREATE INDEX ON ticket_type (event_id, master_ticket_id) WHERE master_ticket_id IS NOT NULL;

-- A ticket type without a maximum of its own grows and shrinks with its section.
ALTER TABLE stock ADD COLUMN follows_section boolean NOT NULL DEFAULT false;
UPDATE stock SET follows_section = true
  FROM ticket_type type JOIN venue_section section ON section.id = type.venue_section_id
 WHERE type.event_id = stock.event_id AND type.id = stock.ticket_type_id AND stock.capacity = section.capacity;

-- The name that a ticket was sold under. Another name later is for those who buy later.
ALTER TABLE sale_line ADD COLUMN ticket_type_name text;
UPDATE sale_line SET ticket_type_name = type.name
  FROM ticket_type type WHERE type.event_id = sale_line.event_id AND type.id = sale_line.ticket_type_id;
ALTER TABLE sale_line ALTER COLUMN ticket_type_name SET NOT NULL;
