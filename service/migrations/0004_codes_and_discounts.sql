-- What takes something off a price, and the codes that buyers type. Prices stay where they are: what a rule saves is
-- written beside the sale that it was saved on.

-- Shown, and sold, only to those who type a code that reveals it.
ALTER TABLE ticket_type ADD COLUMN hidden boolean NOT NULL DEFAULT false;

CREATE TABLE discount (
  id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id          bigint NOT NULL REFERENCES account,
  kind                text NOT NULL CHECK (kind IN ('TICKET', 'ORDER', 'FESTIVAL', 'MULTIPACK')),
  name                text NOT NULL CHECK (name <> ''),
  -- What the buyer reads beside the saving.
  rule_name           text NOT NULL CHECK (rule_name <> ''),
  enabled             boolean NOT NULL DEFAULT false,
  code_required       boolean NOT NULL DEFAULT false,
  -- Of its amounts. They apply to carts in this currency only; a percentage applies to any.
  currency            char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- In hundredths: 1500 is 15 %.
  percentage          integer CHECK (percentage BETWEEN 1 AND 10000),
  amount_minor        bigint CHECK (amount_minor > 0),
  pack_price_minor    bigint CHECK (pack_price_minor >= 0),
  -- With neither events nor a group, every event of the account.
  event_ids           bigint[] NOT NULL DEFAULT '{}',
  event_group_id      bigint,
  tag                 text,
  minimum_tickets     integer NOT NULL DEFAULT 1 CHECK (minimum_tickets >= 1),
  maximum_tickets     integer CHECK (maximum_tickets >= 1),
  minimum_events      integer NOT NULL DEFAULT 1 CHECK (minimum_events >= 1),
  minimum_spend_minor bigint NOT NULL DEFAULT 0 CHECK (minimum_spend_minor >= 0),
  quantity            integer NOT NULL DEFAULT 1 CHECK (quantity >= 1),
  valid_from          timestamptz,
  valid_to            timestamptz CHECK (valid_to > valid_from),
  CONSTRAINT one_way_of_saving CHECK (num_nonnulls(percentage, amount_minor, pack_price_minor) = 1),
  CONSTRAINT only_packs_have_a_price CHECK (pack_price_minor IS NULL OR kind = 'MULTIPACK'),
  UNIQUE (account_id, id),
  FOREIGN KEY (account_id, event_group_id) REFERENCES event_group (account_id, id)
);
CREATE INDEX discount_enabled ON discount (account_id) WHERE enabled;

CREATE TABLE code (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id      bigint NOT NULL REFERENCES account,
  text            text NOT NULL CHECK (text <> ''),
  -- As it is compared: capitals and small letters are one.
  folded          text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('DISCOUNT', 'BOOKING', 'REVEAL')),
  discount_id     bigint,
  ticket_type_ids bigint[] NOT NULL DEFAULT '{}',
  event_ids       bigint[] NOT NULL DEFAULT '{}',
  valid_from      timestamptz,
  valid_to        timestamptz CHECK (valid_to > valid_from),
  maximum_uses    integer CHECK (maximum_uses >= 1),
  -- A counter like stock: carts that hold the code now, and carts that were paid for with it.
  uses            integer NOT NULL DEFAULT 0,
  enabled         boolean NOT NULL DEFAULT true,
  UNIQUE (account_id, folded),
  FOREIGN KEY (account_id, discount_id) REFERENCES discount (account_id, id),
  CONSTRAINT discount_codes_name_one CHECK ((kind = 'DISCOUNT') = (discount_id IS NOT NULL)),
  CONSTRAINT never_used_too_often CHECK (uses >= 0 AND (maximum_uses IS NULL OR uses <= maximum_uses))
) WITH (fillfactor = 50);

-- A cart that rules or codes had to do with: the unpaid sales that its price was reckoned for. When others are in it, the
-- price is reckoned anew before anybody reads or pays it. Whoever reckons holds this row locked.
CREATE TABLE cart_price (
  cart_key   text PRIMARY KEY,
  account_id bigint NOT NULL,
  sale_ids   bigint[] NOT NULL DEFAULT '{}'
);

-- The codes of a cart, in the order in which they were typed, and what each of them did.
CREATE TABLE cart_code (
  cart_key     text NOT NULL REFERENCES cart_price,
  position     integer NOT NULL,
  typed        text NOT NULL,
  code_id      bigint REFERENCES code,
  -- One of the code's uses is this cart's.
  holds_use    boolean NOT NULL DEFAULT false,
  result       text NOT NULL,
  saving_minor bigint CHECK (saving_minor > 0),
  PRIMARY KEY (cart_key, position)
);
CREATE INDEX cart_code_in_use ON cart_code (code_id) WHERE holds_use;

-- What each rule took off each line of a sale. A sale's total is its lines less these.
CREATE TABLE sale_saving (
  event_id       bigint NOT NULL,
  sale_id        bigint NOT NULL,
  ticket_type_id bigint NOT NULL,
  rule           text NOT NULL,
  name           text NOT NULL,
  minor          bigint NOT NULL CHECK (minor > 0),
  PRIMARY KEY (event_id, sale_id, ticket_type_id, rule)
);
