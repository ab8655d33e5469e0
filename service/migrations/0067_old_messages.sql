-- Messages that were written before this service delivered any are as old as they are, so that those of more than a week are given up.
UPDATE message SET queued_at = created_at
 WHERE state = 'QUEUED' AND tries = 0
   AND queued_at = (SELECT applied_at FROM schema_migration WHERE name = '0051_delivery.sql');
