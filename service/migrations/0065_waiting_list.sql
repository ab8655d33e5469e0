-- The waiting list of a sold-out date, or of any date of an event. Every change of an event's entries and offers is made with all
-- stock rows of the event locked in the order of their ids, except that an unconfirmed entry is written without.

CREATE SEQUENCE waiting_list_position AS bigint;

CREATE TABLE waiting_list_entry (
  event_id      bigint NOT NULL REFERENCES event,
  id            bigint GENERATED ALWAYS AS IDENTITY,
  key           text NOT NULL UNIQUE CHECK (octet_length(key) = 10),
  account_id    bigint NOT NULL REFERENCES account,
  -- Null: any date of the event.
  event_date_id bigint,
  email         text NOT NULL CHECK (email <> ''),
  language      text NOT NULL,
  -- Where its messages are rendered.
  renderer      jsonb,
  quantity      integer NOT NULL CHECK (quantity > 0),
  state         text NOT NULL DEFAULT 'UNCONFIRMED'
                  CHECK (state IN ('UNCONFIRMED', 'WAITING', 'OFFERED', 'RESERVED', 'EXPIRED')),
  -- The order of the line. It is set when the address is confirmed, and again when the quantity is raised.
  position      bigint,
  -- How often places went to a later entry since the last collection of places for this one.
  passed_over   integer NOT NULL DEFAULT 0,
  -- The messages to the address about joining, which are limited.
  mails         integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  modified_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, id),
  FOREIGN KEY (event_id, event_date_id) REFERENCES event_date (event_id, id),
  CONSTRAINT waiting_has_position CHECK (state = 'UNCONFIRMED' OR position IS NOT NULL)
);
CREATE UNIQUE INDEX one_entry_per_address ON waiting_list_entry (event_id, coalesce(event_date_id, 0), lower(email))
  WHERE state IN ('UNCONFIRMED', 'WAITING', 'OFFERED');
CREATE INDEX ON waiting_list_entry (event_id, position) WHERE state = 'WAITING';
CREATE INDEX ON waiting_list_entry (event_id, event_date_id);
CREATE INDEX ON waiting_list_entry (account_id);
CREATE INDEX waiting_list_entry_to_forget ON waiting_list_entry (modified_at) WHERE state <> 'WAITING';

-- Places that only one entry can reserve. They count as taken in `stock` until the offer is used or ends. While COLLECTING the
-- entry does not have all its places yet.
CREATE TABLE waiting_list_offer (
  event_id         bigint NOT NULL,
  id               bigint GENERATED ALWAYS AS IDENTITY,
  key              text NOT NULL UNIQUE CHECK (octet_length(key) = 10),
  entry_id         bigint NOT NULL,
  event_date_id    bigint NOT NULL,
  venue_section_id bigint NOT NULL REFERENCES venue_section,
  state            text NOT NULL CHECK (state IN ('COLLECTING', 'OPEN', 'USED', 'ENDED')),
  -- The stock rows and the places of each that it takes.
  stock_ids        bigint[] NOT NULL,
  quantities       integer[] NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  expires_at       timestamptz NOT NULL,
  PRIMARY KEY (event_id, id),
  FOREIGN KEY (event_id, entry_id) REFERENCES waiting_list_entry (event_id, id) ON DELETE CASCADE,
  FOREIGN KEY (event_id, event_date_id) REFERENCES event_date (event_id, id),
  CHECK (cardinality(stock_ids) = cardinality(quantities))
);
CREATE UNIQUE INDEX one_offer_per_entry ON waiting_list_offer (event_id, entry_id) WHERE state IN ('COLLECTING', 'OPEN');
CREATE INDEX ON waiting_list_offer (event_id, entry_id);
CREATE INDEX ON waiting_list_offer (event_id, event_date_id);
CREATE INDEX ON waiting_list_offer (venue_section_id);
CREATE INDEX waiting_list_offer_to_expire ON waiting_list_offer (expires_at) WHERE state IN ('COLLECTING', 'OPEN');

-- True on the row of a section while a confirmed entry waits for its date. A reservation then first offers places to those who wait.
ALTER TABLE stock ADD COLUMN waiting_list boolean NOT NULL DEFAULT false;
CREATE INDEX stock_with_waiting_list ON stock (event_id) WHERE waiting_list;
