-- Who sells, in law, and where its conditions stand. What an account has not said is null.
ALTER TABLE account
  ADD COLUMN legal_name        text,
  ADD COLUMN support_email     text,
  ADD COLUMN terms_url         text,
  ADD COLUMN privacy_url       text,
  ADD COLUMN refund_policy_url text;
