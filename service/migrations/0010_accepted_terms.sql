-- Which of the promoter's conditions a buyer accepted, and when. The link is their version: conditions that change get another.
ALTER TABLE event ADD COLUMN terms_required boolean NOT NULL DEFAULT false;
ALTER TABLE sale ADD COLUMN terms_url text, ADD COLUMN terms_accepted_at timestamptz;
