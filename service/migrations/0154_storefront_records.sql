-- What the account's storefronts must not forget: links that were ended, payment attempts, tokens that are used once. The service
-- does not read the content. A name has the digest of a secret and never the secret.
CREATE TABLE storefront_record (
  account_id bigint NOT NULL,
  name       text NOT NULL,
  content    text NOT NULL,
  -- Null: kept for good.
  expires_at timestamptz,
  PRIMARY KEY (account_id, name)
);
CREATE INDEX ON storefront_record (expires_at);
