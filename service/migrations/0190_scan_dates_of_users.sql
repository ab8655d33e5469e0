-- The dates and events that a user with SCAN may scan, as the interface has them: each has eventDate or event, and endsWithDate.
-- NULL: all of the account. An id that is not there any more gives no right.
ALTER TABLE account_user ADD COLUMN scan_dates jsonb;
-- NULL: from before there was this column.
ALTER TABLE account_user ADD COLUMN added_at timestamptz;
ALTER TABLE account_user ALTER COLUMN added_at SET DEFAULT now();
-- NULL: never, or before there was this column.
ALTER TABLE account_user ADD COLUMN password_changed_at timestamptz;

CREATE OR REPLACE FUNCTION count_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.password_version := OLD.password_version + 1;
  NEW.password_changed_at := now();
  RETURN NEW;
END $$;
