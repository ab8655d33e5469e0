-- The id of the request that reserved, paid or refunded: the one that every line of the logs about it has. Whoever looks into a
-- purchase finds its lines by it. Rows from before have none. A file for each table, since sales wait behind each.
ALTER TABLE sale ADD COLUMN request text;
