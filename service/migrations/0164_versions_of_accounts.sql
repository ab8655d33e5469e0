-- The number of a thing's state, from 1. Each change by a manager raises it by one; a sale never does.
ALTER TABLE account ADD COLUMN version integer NOT NULL DEFAULT 1;
