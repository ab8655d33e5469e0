-- Promoters list drafts with the newest first, and events of every state by name. The name beside its folded form lets an index
-- answer alone.
CREATE INDEX CONCURRENTLY event_drafts ON event (account_id, id) WHERE NOT published;
CREATE INDEX CONCURRENTLY event_by_name ON event (account_id, folded(name), id) INCLUDE (name, published, over_at);
