-- The condition is that of the pages without reads: the planner uses the index where the statement has the same.
CREATE INDEX CONCURRENTLY audit_entry_of_changes ON audit_entry (account_id, first_at, id)
  WHERE status >= 400 OR call NOT LIKE 'GET %' OR call LIKE 'GET %/sendEmail';
