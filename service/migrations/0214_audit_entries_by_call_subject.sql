CREATE INDEX CONCURRENTLY audit_entry_of_call_subject ON audit_entry (account_id, call_subject(call), first_at, id);
