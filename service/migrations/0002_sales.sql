-- What is sold. Everything of one event lies under its event_id, which leads every primary key of the hot tables.

-- One row per cap: a section's capacity on a date (venue_section_id set), and a ticket type's own maximum
-- (ticket_type_id set). `taken` counts held and sold alike, so paying never touches a hot row.
CREATE TABLE stock (
  event_id         bigint NOT NULL,
  id               bigint GENERATED ALWAYS AS IDENTITY,
  event_date_id    bigint NOT NULL,
  venue_section_id bigint REFERENCES venue_section,
  ticket_type_id   bigint,
  capacity         integer NOT NULL CHECK (capacity >= 0),
  taken            integer NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, id),
  FOREIGN KEY (event_id, event_date_id) REFERENCES event_date (event_id, id),
  FOREIGN KEY (event_id, ticket_type_id) REFERENCES ticket_type (event_id, id),
  CONSTRAINT one_kind_of_cap CHECK ((venue_section_id IS NULL) <> (ticket_type_id IS NULL)),
  CONSTRAINT never_oversold CHECK (taken BETWEEN 0 AND capacity)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX ON stock (event_id, event_date_id, venue_section_id) WHERE venue_section_id IS NOT NULL;
CREATE UNIQUE INDEX ON stock (event_id, ticket_type_id) WHERE ticket_type_id IS NOT NULL;
CREATE INDEX ON stock (venue_section_id);

-- A cart is known by its key alone until a reservation is put into it.
CREATE TABLE cart (
  key        text PRIMARY KEY CHECK (key ~ '^[A-Z0-9]{10}$'),
  account_id bigint NOT NULL REFERENCES account,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON cart (account_id);

-- A sale in every state. RELEASED and EXPIRED are ends that the wire never shows.
-- The two tables that a reservation writes have no foreign keys: the one statement that fills them takes event, account,
-- user and ticket type from rows read just before, none of which is ever deleted, and checking each again halved its speed.
CREATE TABLE sale (
  event_id     bigint NOT NULL,
  id           bigint GENERATED ALWAYS AS IDENTITY,
  -- Its letters are ours to draw; matching a pattern for each row was a tenth of what a reservation costs.
  key          text NOT NULL UNIQUE CHECK (octet_length(key) = 10),
  cart_key     text NOT NULL,
  account_id   bigint NOT NULL,
  user_id      bigint NOT NULL,
  status       text NOT NULL CHECK (status IN
                 ('RESERVED', 'LOCKED', 'PROCESSING', 'CONFIRMED', 'UNFULFILLED', 'RELEASED', 'EXPIRED')),
  currency     char(3) NOT NULL,
  total_minor  bigint NOT NULL CHECK (total_minor >= 0),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  modified_at  timestamptz NOT NULL,
  -- False once the tickets went back to the pool, so that they can never go back twice.
  holds_stock  boolean NOT NULL DEFAULT true,
  buyer        jsonb NOT NULL DEFAULT '{}',
  source       jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (event_id, id),
  CONSTRAINT paid_keeps_its_places CHECK (status <> 'CONFIRMED' OR holds_stock)
) WITH (fillfactor = 80);
CREATE INDEX ON sale (cart_key);
CREATE INDEX sale_to_expire ON sale (expires_at) WHERE status IN ('RESERVED', 'LOCKED') AND holds_stock;
CREATE INDEX sale_to_forget ON sale (expires_at) WHERE status IN ('RESERVED', 'LOCKED') AND NOT holds_stock;

CREATE TABLE sale_line (
  event_id       bigint NOT NULL,
  sale_id        bigint NOT NULL,
  ticket_type_id bigint NOT NULL,
  quantity       integer NOT NULL CHECK (quantity > 0),
  price_minor    bigint NOT NULL CHECK (price_minor >= 0),
  fee_minor      bigint NOT NULL CHECK (fee_minor >= 0),
  PRIMARY KEY (event_id, sale_id, ticket_type_id)
);

-- One try at paying for a cart. It is committed before anything is charged, under the id that the processor
-- also knows it by, so that a killed process can ask what became of it.
CREATE TABLE payment_attempt (
  id                text PRIMARY KEY,
  cart_key          text NOT NULL,
  account_id        bigint NOT NULL REFERENCES account,
  user_id           bigint NOT NULL REFERENCES account_user,
  idempotency_key   text,
  fingerprint       text,
  amount_minor      bigint NOT NULL CHECK (amount_minor >= 0),
  -- The part that goes to the processor; the rest was taken at the box office, or nothing was due.
  card_minor        bigint NOT NULL CHECK (card_minor BETWEEN 0 AND amount_minor),
  currency          char(3) NOT NULL,
  methods           text[] NOT NULL,
  state             text NOT NULL CHECK (state IN ('STARTED', 'AUTHORISED', 'PAID', 'DECLINED', 'VOIDING', 'VOIDED')),
  processor_id      text,
  decline_code      text,
  started_at        timestamptz NOT NULL,
  settled_at        timestamptz,
  next_check_at     timestamptz NOT NULL,
  checks            integer NOT NULL DEFAULT 0,
  -- How often in a row the processor had never heard of it, counted only once no call can still be on its way.
  absences          integer NOT NULL DEFAULT 0,
  answer            jsonb
);
CREATE UNIQUE INDEX one_open_attempt_per_cart ON payment_attempt (cart_key) WHERE settled_at IS NULL;
CREATE UNIQUE INDEX ON payment_attempt (user_id, cart_key, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX ON payment_attempt (next_check_at) WHERE settled_at IS NULL;
CREATE INDEX ON payment_attempt (account_id);

-- Which sales an attempt pays for.
CREATE TABLE payment_attempt_sale (
  attempt_id text NOT NULL REFERENCES payment_attempt,
  event_id   bigint NOT NULL,
  sale_id    bigint NOT NULL,
  PRIMARY KEY (attempt_id, event_id, sale_id),
  FOREIGN KEY (event_id, sale_id) REFERENCES sale (event_id, id)
);
CREATE INDEX ON payment_attempt_sale (event_id, sale_id);

CREATE TABLE admission (
  event_id       bigint NOT NULL,
  id             bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  uuid           uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  sale_id        bigint NOT NULL,
  ticket_type_id bigint NOT NULL,
  status         text NOT NULL CHECK (status IN ('PENDING_GUEST_DETAILS', 'CONFIRMED', 'REFUNDED', 'RETURNED')),
  price_minor    bigint NOT NULL CHECK (price_minor >= 0),
  fee_minor      bigint NOT NULL CHECK (fee_minor >= 0),
  holder         text NOT NULL DEFAULT '',
  data           jsonb NOT NULL DEFAULT '{}',
  times_admitted integer NOT NULL DEFAULT 0,
  admitted_at    timestamptz,
  modified_at    timestamptz NOT NULL,
  PRIMARY KEY (event_id, id),
  FOREIGN KEY (event_id, sale_id) REFERENCES sale (event_id, id),
  FOREIGN KEY (event_id, ticket_type_id) REFERENCES ticket_type (event_id, id)
);
CREATE INDEX ON admission (event_id, sale_id);
CREATE INDEX ON admission (event_id, ticket_type_id);
