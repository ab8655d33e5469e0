ALTER TABLE ticket_type ADD COLUMN version integer NOT NULL DEFAULT 1;
