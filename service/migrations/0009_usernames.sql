-- Of two who take a name at the same moment, one in capitals, one is refused. Sign-in compares to the letter as before.
CREATE UNIQUE INDEX account_user_username_folded_key ON account_user (lower(username));
