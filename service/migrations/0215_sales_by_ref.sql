-- The sales of one link: a partner's page reads them by this index. A sale that came without a ref has no entry.
CREATE INDEX CONCURRENTLY sale_by_ref ON sale (account_id, lower(source ->> 'ref'), created_at) WHERE source ? 'ref';
