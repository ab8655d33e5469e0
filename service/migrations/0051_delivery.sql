-- When it was queued last: by the change that it reports, or by a person who retried it.
ALTER TABLE message ADD COLUMN queued_at timestamptz NOT NULL DEFAULT now();

-- Gives a message to the job queue, whose tables and defaults are pg-boss's. A database without them, which only setup and
-- tests see, keeps the message; the worker queues it when it starts.
CREATE FUNCTION enqueue_message(message_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  INSERT INTO pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                          deletion_seconds, keep_until, dead_letter, heartbeat_seconds)
  SELECT name, jsonb_build_object('message', message_id), policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
         expire_seconds, deletion_seconds, now() + make_interval(secs => retention_seconds), dead_letter, heartbeat_seconds
    FROM pgboss.queue WHERE name = 'messages';
END $$;

-- The job is inserted in the transaction that writes the message, or that queues it again.
CREATE FUNCTION enqueue_written_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_message(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER message_is_written AFTER INSERT ON message
  FOR EACH ROW WHEN (NEW.state = 'QUEUED') EXECUTE FUNCTION enqueue_written_message();
CREATE TRIGGER message_is_queued_again AFTER UPDATE OF state ON message
  FOR EACH ROW WHEN (OLD.state <> 'QUEUED' AND NEW.state = 'QUEUED') EXECUTE FUNCTION enqueue_written_message();

-- A buyer's orders by the address, for "find my tickets".
CREATE INDEX sale_by_email ON sale (account_id, lower(buyer ->> 'EMAIL')) WHERE status = 'CONFIRMED';
