-- Tries at paying, counted by cart and by card for some minutes. A card is a keyed hash of its number alone.
CREATE TABLE payment_try (
  name      text PRIMARY KEY,
  tries     integer NOT NULL,
  ends_at   timestamptz NOT NULL
);
CREATE INDEX ON payment_try (ends_at);

-- What an idempotency key was used for is kept in two parts, so that the card's goes as soon as the attempt is settled.
ALTER TABLE payment_attempt ADD COLUMN card_fingerprint text;
-- The fingerprints so far held a card each. Without one a replay is compared with nothing.
UPDATE payment_attempt SET fingerprint = NULL;
