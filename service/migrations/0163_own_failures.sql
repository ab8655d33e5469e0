-- How often the message failed while others went out, and from when it is tried again.
ALTER TABLE message ADD COLUMN own_failures integer NOT NULL DEFAULT 0, ADD COLUMN not_before timestamptz;
