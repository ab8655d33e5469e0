"use server";

import type { AtWork } from "#app/[locale]/promoter/as-promoter.ts";
import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { confirmPlaces } from "#app/[locale]/promoter/venues/confirm-places.ts";
import { saveVenue, type VenueToSave } from "#lib/ticketing/manage/save-venue.ts";
import { NEW_VENUE_FIELDS, VENUE_FIELDS } from "#lib/ticketing/manage/venues.ts";

const save = (venue: VenueToSave, { credential }: AtWork) => saveVenue(credential, venue);

const pageOf = (id: number) => `/promoter/venues/${id}`;

export const createVenue = promoterAction(NEW_VENUE_FIELDS, ["MANAGE"], save, pageOf);
export const changeVenue = promoterAction(VENUE_FIELDS, ["MANAGE"], save, pageOf, confirmPlaces);
