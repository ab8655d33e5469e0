-- Sections that share their floor, such as a ballroom and the rooms into which it divides: no configuration has two of them.
-- Each pair is one row. The venue stands in both keys, so both sections are of one venue.
CREATE TABLE venue_section_overlap (
  venue_id   bigint NOT NULL,
  section_id bigint NOT NULL,
  other_id   bigint NOT NULL CHECK (section_id < other_id),
  PRIMARY KEY (section_id, other_id),
  FOREIGN KEY (venue_id, section_id) REFERENCES venue_section (venue_id, id),
  FOREIGN KEY (venue_id, other_id) REFERENCES venue_section (venue_id, id)
);
CREATE INDEX ON venue_section_overlap (other_id);
