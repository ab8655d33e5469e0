"use server";

import { buttonAction } from "#app/[locale]/form-action.ts";
import { asPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { changeWaitingRoom } from "#lib/ticketing/manage/events.ts";

/** Switches the waiting room of an event on or off, and shows the same page of the list again. */
export const switchWaitingRoom = buttonAction(async ({ form, locale }) => {
  const eventId = idOf(form.get("event")) ?? 0;
  const isOn = form.get("waitingRoom") === "on";
  const isDone = await asPromoter(
    locale,
    async ({ promoter, credential }) =>
      isAllowed(["MANAGE"], promoter.capabilities) && changeWaitingRoom(credential, eventId, isOn),
  );
  const back = new URLSearchParams(["state", "q", "sort", "page"].map((name) => [name, String(form.get(name) ?? "")]));
  if (!isDone) back.set("refused", "1");
  return `/promoter/events?${back}`;
});
