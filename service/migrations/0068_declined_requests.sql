-- What the organiser tells the buyer about a declined refund request. Absent: nothing was said.
ALTER TABLE refund_request
  ADD COLUMN decline_reason text,
  ADD CONSTRAINT only_declined_have_a_reason CHECK (decline_reason IS NULL OR state = 'DECLINED');
