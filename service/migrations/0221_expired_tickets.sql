-- The tickets of reservations that expired and were deleted, by the hour in which they were reserved. As `source_opened`, with
-- `{ "boxOffice": true }`.
CREATE TABLE source_expired (LIKE source_opened INCLUDING ALL);
