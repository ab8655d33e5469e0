ALTER TABLE discount ADD COLUMN version integer NOT NULL DEFAULT 1;
