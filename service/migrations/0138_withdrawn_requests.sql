-- A buyer who chooses to keep or to move the tickets of a cancelled date withdraws the request to refund them.
ALTER TABLE refund_request DROP CONSTRAINT refund_request_state_check;
ALTER TABLE refund_request
  ADD CONSTRAINT refund_request_state_check CHECK (state IN ('OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN'));
