-- As 0158.
ALTER TABLE payment_attempt ADD COLUMN request text;
