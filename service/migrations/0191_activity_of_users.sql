-- When a user last made a call, to five minutes. Apart from the users, whose rows change seldom.
CREATE TABLE user_activity (
  user_id        bigint PRIMARY KEY REFERENCES account_user,
  last_active_at timestamptz NOT NULL
);
