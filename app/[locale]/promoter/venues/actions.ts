"use server";

import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { confirmPlaces } from "#app/[locale]/promoter/venues/confirm-places.ts";
import { NEW_VENUE_FIELDS, VENUE_FIELDS } from "#app/[locale]/promoter/venues/venue-fields.ts";
import { saveVenue } from "#lib/ticketing/manage/save-venue.ts";

const saved = (id: number) => `/promoter/venues/${id}?saved=1`;

export const createVenue = promoterAction(
  NEW_VENUE_FIELDS,
  ["MANAGE"],
  (venue, { credential }) => saveVenue(credential, venue),
  saved,
);

export const changeVenue = promoterAction(
  VENUE_FIELDS,
  ["MANAGE"],
  (venue, { credential }) => saveVenue(credential, venue),
  saved,
  confirmPlaces,
);
