ALTER TABLE venue_configuration ADD COLUMN version integer NOT NULL DEFAULT 1;
