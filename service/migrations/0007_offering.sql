-- The promoter's own words between ticket types: on one date of an event, or on every one of them.

CREATE TABLE offering_copy (
  event_id      bigint NOT NULL REFERENCES event,
  id            bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  event_date_id bigint,
  page          text NOT NULL DEFAULT 'TICKETS' CHECK (page IN ('TICKETS', 'MERCHANDISE')),
  text          text NOT NULL CHECK (text <> ''),
  sort_idx      integer NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, id),
  FOREIGN KEY (event_id, event_date_id) REFERENCES event_date (event_id, id)
);
