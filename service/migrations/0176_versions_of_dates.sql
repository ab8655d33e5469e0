ALTER TABLE event_date ADD COLUMN version integer NOT NULL DEFAULT 1;
