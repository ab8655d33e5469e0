ALTER TABLE master_ticket ADD COLUMN version integer NOT NULL DEFAULT 1;
