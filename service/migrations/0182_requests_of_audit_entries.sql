-- NULL: a row of several calls, or of an earlier release.
ALTER TABLE audit_entry ADD COLUMN request text;
