-- The sales with the click ids of advertisers: the clean-up removes these by this index. A sale without them has no entry.
CREATE INDEX CONCURRENTLY sale_with_click_ids ON sale (created_at) WHERE source ? 'clickIds';
