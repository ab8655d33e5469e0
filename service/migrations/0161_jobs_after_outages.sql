-- Jobs of the releases before ended after 29 tries again, up to four hours apart. As `outside/message-queue.ts` has it for new ones.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  UPDATE pgboss.job
     SET retry_limit = 1000000, retry_delay_max = 180, start_after = least(start_after, now() + interval '180 seconds'),
         keep_until = now() + interval '366 days'
   WHERE name = 'messages' AND state IN ('created', 'retry', 'active');
END $$;
