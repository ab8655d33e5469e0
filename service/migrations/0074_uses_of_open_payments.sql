-- Uses of codes that belong to payments which were open when the table of uses was added, and were paid since. The cart still has them.
INSERT INTO payment_code_use (attempt_id, code_id)
SELECT DISTINCT attempt.id, code_id
  FROM cart_code JOIN cart_price USING (cart_key)
  JOIN payment_attempt attempt ON attempt.cart_key = cart_code.cart_key AND (attempt.state = 'PAID' OR attempt.settled_at IS NULL)
  JOIN payment_attempt_sale paid ON paid.attempt_id = attempt.id AND paid.sale_id = ANY (sale_ids)
 WHERE holds_use AND code_id IS NOT NULL
    ON CONFLICT DO NOTHING;

-- Those of them whose tickets have all come back since: the use comes back as it does with the last ticket.
WITH returned AS (
  UPDATE payment_code_use SET returned_at = now()
    FROM payment_attempt attempt
   WHERE attempt.id = attempt_id AND attempt.state = 'PAID' AND returned_at IS NULL
     AND EXISTS (SELECT FROM refund WHERE refund.attempt_id = attempt.id)
     AND NOT EXISTS (SELECT FROM refund WHERE refund.attempt_id = attempt.id AND refund.state = 'STARTED')
     AND NOT EXISTS (SELECT FROM admission JOIN payment_attempt_sale paid USING (event_id, sale_id)
                      WHERE paid.attempt_id = attempt.id AND status NOT IN ('REFUNDED', 'RETURNED'))
  RETURNING attempt.id AS attempt_id, cart_key, code_id
), detached AS (
  UPDATE cart_code SET holds_use = false
    FROM returned JOIN cart_price USING (cart_key)
   WHERE cart_code.cart_key = returned.cart_key AND cart_code.code_id = returned.code_id
     AND sale_ids && ARRAY(SELECT sale_id FROM payment_attempt_sale WHERE attempt_id = returned.attempt_id)
), counted AS (
  SELECT code_id, count(*)::integer AS count FROM returned GROUP BY code_id
)
UPDATE code SET uses = uses - counted.count FROM counted WHERE code.id = counted.code_id;
