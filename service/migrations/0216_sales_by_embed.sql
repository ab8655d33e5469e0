-- The sales of one website. A sale that came through no embed has no entry.
CREATE INDEX CONCURRENTLY sale_by_embed ON sale (account_id, (source ->> 'embed'), created_at) WHERE source ? 'embed';
