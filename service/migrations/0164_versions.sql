ALTER TABLE event ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE venue ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE venue_section ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE venue_configuration ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE event_date ADD COLUMN version integer NOT NULL DEFAULT 1;
