-- The id of the request that reserved, paid, refunded, or wrote the message: the one that every line of the logs about it has.
-- Whoever looks into a purchase finds its lines by it. Rows from before have none.
ALTER TABLE sale ADD COLUMN request text;
ALTER TABLE payment_attempt ADD COLUMN request text;
ALTER TABLE refund ADD COLUMN request text;
ALTER TABLE message ADD COLUMN request text;
