-- Finds the oldest reservations that ended without a try to pay, and the oldest empty carts, which are deleted after a time.
CREATE INDEX sale_abandoned ON sale (expires_at) WHERE status IN ('RELEASED', 'EXPIRED') AND reference IS NULL;
CREATE INDEX cart_created ON cart (created_at);
