"use server";

import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { confirmPlaces } from "#app/[locale]/promoter/venues/confirm-places.ts";
import { NEW_VENUE_FIELDS, VENUE_FIELDS } from "#app/[locale]/promoter/venues/venue-fields.ts";
import { saveVenue } from "#lib/ticketing/manage/save-venue.ts";

const pageOf = (id: number) => `/promoter/venues/${id}`;

export const createVenue = promoterAction(
  NEW_VENUE_FIELDS,
  ["MANAGE"],
  (venue, { credential }) => saveVenue(credential, venue),
  pageOf,
);

export const changeVenue = promoterAction(
  VENUE_FIELDS,
  ["MANAGE"],
  (venue, { credential }) => saveVenue(credential, venue),
  pageOf,
  confirmPlaces,
);
