-- The paid sales of one link: a partner's page reads them by this index. A reservation writes nothing to it.
CREATE INDEX CONCURRENTLY sale_by_ref ON sale (account_id, lower(source ->> 'ref'), created_at)
 WHERE status = 'CONFIRMED' AND source ? 'ref';
