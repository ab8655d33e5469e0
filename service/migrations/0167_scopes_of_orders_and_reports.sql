ALTER TABLE user_token DROP CONSTRAINT user_token_scopes_check;
ALTER TABLE user_token ADD CONSTRAINT user_token_scopes_check
  CHECK (scopes <@ ARRAY['PUBLIC', 'BOX_OFFICE', 'SCAN', 'MANAGE', 'ORDERS', 'REPORTS']);
