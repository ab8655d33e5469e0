-- One statement gives all messages that another has written to the job queue. Each as before: the mail of an offer is tried every
-- five minutes at least, and a database without the tables of the queue keeps the message until the worker starts.
CREATE FUNCTION enqueue_messages(message_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  INSERT INTO pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                          deletion_seconds, keep_until, dead_letter, heartbeat_seconds)
  SELECT name, jsonb_build_object('message', message.id), policy, retry_limit, retry_delay, retry_backoff,
         CASE WHEN message.kind = 'WAITING_LIST_OFFER' THEN least(retry_delay_max, 300) ELSE retry_delay_max END,
         expire_seconds, deletion_seconds, now() + make_interval(secs => retention_seconds), dead_letter, heartbeat_seconds
    FROM pgboss.queue, message WHERE name = 'messages' AND message.id = ANY (message_ids);
END $$;

CREATE OR REPLACE FUNCTION enqueue_message(message_id uuid) RETURNS void LANGUAGE sql AS $$
  SELECT enqueue_messages(ARRAY[message_id])
$$;

CREATE FUNCTION enqueue_written_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_messages(array_agg(id)) FROM written WHERE state = 'QUEUED' HAVING count(*) > 0;
  RETURN NULL;
END $$;
DROP TRIGGER message_is_written ON message;
CREATE TRIGGER message_is_written AFTER INSERT ON message REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_written_messages();
