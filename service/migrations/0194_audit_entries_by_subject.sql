CREATE INDEX CONCURRENTLY audit_entry_of_subject ON audit_entry (account_id, audit_subject(call), first_at, id);
