ALTER TABLE additional_field ADD COLUMN version integer NOT NULL DEFAULT 1;
