ALTER TABLE venue_section ADD COLUMN version integer NOT NULL DEFAULT 1;
