-- What each method of an attempt pays, in the order of `methods`. Until now there were at most two, and the card's part told the other.
ALTER TABLE payment_attempt ADD COLUMN method_minors bigint[];
UPDATE payment_attempt SET method_minors = ARRAY(
  SELECT CASE method WHEN 'CREDIT_CARD' THEN card_minor ELSE amount_minor - card_minor END
    FROM unnest(methods) WITH ORDINALITY AS part (method, place) ORDER BY place);
ALTER TABLE payment_attempt
  ALTER COLUMN method_minors SET NOT NULL,
  ADD CONSTRAINT one_amount_a_method CHECK (cardinality(methods) = cardinality(method_minors));
