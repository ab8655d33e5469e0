ALTER TABLE account_user ADD COLUMN version integer NOT NULL DEFAULT 1;
