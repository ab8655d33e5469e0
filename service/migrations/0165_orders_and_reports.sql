-- Two more capabilities: ORDERS looks after orders, REPORTS reads figures.
ALTER TABLE account_user
  ADD COLUMN office_capabilities text[] NOT NULL DEFAULT '{}' CHECK (office_capabilities <@ ARRAY['ORDERS', 'REPORTS']);
ALTER TABLE user_token DROP CONSTRAINT user_token_scopes_check;
ALTER TABLE user_token ADD CONSTRAINT user_token_scopes_check
  CHECK (scopes <@ ARRAY['PUBLIC', 'BOX_OFFICE', 'SCAN', 'MANAGE', 'ORDERS', 'REPORTS']);
