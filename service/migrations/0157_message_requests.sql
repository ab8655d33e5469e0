-- The id of the request that wrote the message, as in the logs. Rows from before have none.
ALTER TABLE message ADD COLUMN request text,
  -- Since when the storefront does not render the message; NULL once another step fails. A message that waited for the mail server is
  -- rendered like a new one.
  ADD COLUMN not_rendered_since timestamptz;
