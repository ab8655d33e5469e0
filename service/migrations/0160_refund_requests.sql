-- As 0158.
ALTER TABLE refund ADD COLUMN request text;
