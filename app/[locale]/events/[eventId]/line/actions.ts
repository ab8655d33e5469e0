"use server";

import { RedirectType } from "next/navigation";
import { buttonAction } from "#app/[locale]/form-action.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { lineAddress } from "#lib/waiting-room/line-address.ts";
import { joinLine } from "#lib/waiting-room/waiting-room.ts";

/** Gives the visitor a place in the line of an event, and shows it. The choice that they came with stays in the address. */
export const takePlace = buttonAction(async ({ form }) => {
  const eventId = idOf(form.get("event"));
  if (eventId === undefined) return "/";
  const joined = await joinLine(eventId);
  return [lineAddress(eventId, form, typeof joined === "string" ? joined : undefined), RedirectType.replace];
});
