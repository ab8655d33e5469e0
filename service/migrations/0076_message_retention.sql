-- Finds the oldest settled messages, which are deleted after a time.
CREATE INDEX message_settled ON message (settled_at) WHERE state IN ('SENT', 'CANCELLED', 'DEAD');
