-- The paid sales of one website. A reservation writes nothing to it.
CREATE INDEX CONCURRENTLY sale_by_embed ON sale (account_id, (source ->> 'embed'), created_at)
 WHERE status = 'CONFIRMED' AND source ? 'embed';
