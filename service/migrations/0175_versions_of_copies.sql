ALTER TABLE offering_copy ADD COLUMN version integer NOT NULL DEFAULT 1;
