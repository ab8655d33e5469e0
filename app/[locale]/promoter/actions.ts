"use server";

import { buttonAction } from "#app/[locale]/form-action.ts";
import { asPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { signOut } from "#lib/promoter/promoter.ts";
import { changeWaitingRoom } from "#lib/ticketing/manage/events.ts";

/** Switches the waiting room of an event on or off, and shows the same page of the list again. */
export const switchWaitingRoom = buttonAction(async ({ form, locale }) => {
  const eventId = idOf(form.get("event")) ?? 0;
  const isOn = form.get("waitingRoom") === "on";
  const isDone = await asPromoter(locale, ({ credential }) => changeWaitingRoom(credential, eventId, isOn));
  const back = new URLSearchParams({ q: String(form.get("q") ?? ""), page: String(form.get("page") ?? "") });
  if (!isDone) back.set("refused", "1");
  return `/promoter?${back}`;
});

export const signOutPromoter = buttonAction(async () => {
  await signOut();
  return "/promoter/sign-in";
});
