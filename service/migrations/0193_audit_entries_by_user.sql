CREATE INDEX CONCURRENTLY audit_entry_of_user ON audit_entry (user_id, first_at, id);
