-- The token has at each moment what its user has. The release before reads `scopes`, which then has what the user had when it was made.
ALTER TABLE user_token ADD COLUMN follows_user boolean NOT NULL DEFAULT false;
