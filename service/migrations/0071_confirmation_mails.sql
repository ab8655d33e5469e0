-- When a message about joining was last written. Joining again soon after it writes no other.
ALTER TABLE waiting_list_entry ADD COLUMN mailed_at timestamptz NOT NULL DEFAULT now();
