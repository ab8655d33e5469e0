-- Two more capabilities: ORDERS looks after orders, REPORTS reads figures.
ALTER TABLE account_user
  ADD COLUMN office_capabilities text[] NOT NULL DEFAULT '{}' CHECK (office_capabilities <@ ARRAY['ORDERS', 'REPORTS']);
