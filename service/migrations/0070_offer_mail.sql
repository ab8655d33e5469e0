-- The time of an offer begins when the mail server accepts its mail. Until then it waits for the mail, at most until `mail_until`.
ALTER TABLE waiting_list_offer ADD COLUMN mail_until timestamptz, ADD COLUMN announced_at timestamptz;
-- The mails of older offers named their ends.
UPDATE waiting_list_offer SET announced_at = created_at WHERE state <> 'COLLECTING';

-- Until this time others in the line come first: an offer to this entry ended without a mail. It keeps its place in line.
ALTER TABLE waiting_list_entry ADD COLUMN postponed_until timestamptz;

-- As before, except that the mail of an offer is tried every five minutes at least, since its places wait for it.
CREATE OR REPLACE FUNCTION enqueue_message(message_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  INSERT INTO pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                          deletion_seconds, keep_until, dead_letter, heartbeat_seconds)
  SELECT name, jsonb_build_object('message', message_id), policy, retry_limit, retry_delay, retry_backoff,
         CASE WHEN message.kind = 'WAITING_LIST_OFFER' THEN least(retry_delay_max, 300) ELSE retry_delay_max END,
         expire_seconds, deletion_seconds, now() + make_interval(secs => retention_seconds), dead_letter, heartbeat_seconds
    FROM pgboss.queue, message WHERE name = 'messages' AND message.id = message_id;
END $$;
