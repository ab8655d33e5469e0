import { z } from "zod";
import { line } from "#src/platform/http/fields.ts";
import { idText } from "#src/platform/http/shapes.ts";

const day = z.iso.date().refine((text) => text >= "2000-01-01" && text <= "2199-12-31", "a day from 2000 to 2199");

/** The filters of lists of events and dates. */
export const filters = {
  from: day.optional(),
  to: day.optional(),
  venue: idText.optional(),
  tag: line(60).optional(),
  dateGroup: line(200).optional(),
  eventGroup: idText.optional(),
};
