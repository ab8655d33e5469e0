-- What a promoter fills in: accounts, their people and places, and what is on sale where and when.
-- Money is whole minor units in the account's currency. Instants are timestamptz; a venue's wall time is
-- kept beside the instant made from it, because the promoter meant the wall time.

CREATE TABLE account (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name          text NOT NULL CHECK (name <> ''),
  short_name    text NOT NULL UNIQUE CHECK (short_name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  currency      char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  embed_origins text[] NOT NULL DEFAULT '{}',
  created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE account_user (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id        bigint NOT NULL REFERENCES account,
  username          text NOT NULL UNIQUE CHECK (username <> ''),
  password_hash     text NOT NULL,
  first_name        text NOT NULL DEFAULT '',
  last_name         text NOT NULL DEFAULT '',
  email             text NOT NULL DEFAULT '',
  mobile_phone      text NOT NULL DEFAULT '',
  sell_capabilities text[] NOT NULL DEFAULT '{}' CHECK (sell_capabilities <@ ARRAY['PUBLIC', 'BOX_OFFICE']),
  may_scan          boolean NOT NULL DEFAULT false,
  may_manage        boolean NOT NULL DEFAULT false,
  disabled          boolean NOT NULL DEFAULT false
);
CREATE INDEX ON account_user (account_id);

CREATE TABLE venue (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  name       text NOT NULL CHECK (name <> ''),
  address    jsonb NOT NULL DEFAULT '{}',
  time_zone  text NOT NULL
);
CREATE INDEX ON venue (account_id);

CREATE TABLE venue_section (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  venue_id bigint NOT NULL REFERENCES venue,
  name     text NOT NULL CHECK (name <> ''),
  capacity integer NOT NULL CHECK (capacity >= 0),
  sort_idx integer NOT NULL DEFAULT 0,
  UNIQUE (venue_id, id)
);

CREATE TABLE venue_configuration (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  venue_id bigint NOT NULL REFERENCES venue,
  name     text NOT NULL CHECK (name <> ''),
  UNIQUE (venue_id, id)
);

-- The tag on the included sections. The venue stands in both keys, so a configuration cannot
-- include a section of another venue.
CREATE TABLE venue_configuration_section (
  venue_id               bigint NOT NULL,
  venue_configuration_id bigint NOT NULL,
  venue_section_id       bigint NOT NULL,
  PRIMARY KEY (venue_configuration_id, venue_section_id),
  FOREIGN KEY (venue_id, venue_configuration_id) REFERENCES venue_configuration (venue_id, id),
  FOREIGN KEY (venue_id, venue_section_id) REFERENCES venue_section (venue_id, id)
);
CREATE INDEX ON venue_configuration_section (venue_section_id);

CREATE TABLE event (
  id                     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id             bigint NOT NULL REFERENCES account,
  venue_id               bigint NOT NULL,
  venue_configuration_id bigint NOT NULL,
  name                   text NOT NULL CHECK (name <> ''),
  description            text NOT NULL DEFAULT '',
  abstract_text          text NOT NULL DEFAULT '',
  html_description       text NOT NULL DEFAULT '',
  hero_image_url         text,
  external_terms_url     text,
  landing_page_url       text,
  follow_up_email        text,
  tags                   text[] NOT NULL DEFAULT '{}',
  qr_type                char(1) NOT NULL DEFAULT 'B' CHECK (qr_type IN ('A', 'B')),
  published              boolean NOT NULL DEFAULT false,
  cancelled              boolean NOT NULL DEFAULT false,
  created_at             timestamptz NOT NULL DEFAULT now(),
  modified_at            timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (venue_id, venue_configuration_id) REFERENCES venue_configuration (venue_id, id)
);
CREATE INDEX ON event (account_id);
CREATE INDEX ON event (venue_id);

CREATE TABLE event_date (
  event_id               bigint NOT NULL REFERENCES event,
  id                     bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  venue_configuration_id bigint NOT NULL REFERENCES venue_configuration,
  starts_local           timestamp NOT NULL,
  ends_local             timestamp,
  starts_at              timestamptz NOT NULL,
  ends_at                timestamptz NOT NULL CHECK (ends_at > starts_at),
  label                  text,
  date_group             text,
  sort_idx               integer NOT NULL DEFAULT 0,
  cancelled              boolean NOT NULL DEFAULT false,
  PRIMARY KEY (event_id, id)
);
CREATE INDEX ON event_date (event_id, starts_at);

CREATE TABLE ticket_type (
  event_id           bigint NOT NULL,
  id                 bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  event_date_id      bigint NOT NULL,
  venue_section_id   bigint NOT NULL REFERENCES venue_section,
  name               text NOT NULL CHECK (name <> ''),
  prefix             text NOT NULL DEFAULT '',
  description        text NOT NULL DEFAULT '',
  kind               text NOT NULL DEFAULT 'TICKETS' CHECK (kind IN ('TICKETS', 'MERCHANDISE')),
  price_minor        bigint NOT NULL CHECK (price_minor >= 0),
  fee_minor          bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
  minimum_per_order  integer NOT NULL DEFAULT 1 CHECK (minimum_per_order >= 1),
  maximum_per_order  integer NOT NULL DEFAULT 10 CHECK (maximum_per_order >= minimum_per_order),
  on_sale_from       timestamptz,
  on_sale_to         timestamptz,
  closed             boolean NOT NULL DEFAULT false,
  tags               text[] NOT NULL DEFAULT '{}',
  code_required      boolean NOT NULL DEFAULT false,
  maximum_scans      integer NOT NULL DEFAULT 1 CHECK (maximum_scans >= 1),
  once_per_day       boolean NOT NULL DEFAULT false,
  sort_idx           integer NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, id),
  FOREIGN KEY (event_id, event_date_id) REFERENCES event_date (event_id, id)
);
CREATE INDEX ON ticket_type (event_id, event_date_id);
CREATE INDEX ON ticket_type (venue_section_id);
