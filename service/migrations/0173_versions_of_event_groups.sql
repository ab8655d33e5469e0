ALTER TABLE event_group ADD COLUMN version integer NOT NULL DEFAULT 1;
