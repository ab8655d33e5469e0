"use server";

import { RedirectType } from "next/navigation";
import { buttonAction, type Sent } from "#app/[locale]/form-action.ts";
import { reserve } from "#lib/cart/reserving/reserve.ts";
import { idOf, parseLines } from "#lib/catalogue/event-link.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { openWaitingLink } from "#lib/session/links/links.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import {
  changeWaitingEntry,
  confirmWaitingEntry,
  getWaitingEntry,
  leaveWaitingList,
} from "#lib/ticketing/waiting-list.ts";
import type { WaitingNews } from "./waiting-news.ts";

/** Confirms the address. Only a press of the button does it: mail programs open links by themselves. */
export const confirm = buttonAction(async (sent) => {
  const { entry, back } = await opened(sent);
  return back((await undefinedOnFault(confirmWaitingEntry(entry))) ? undefined : "failed");
});

/** Changes the number of tickets. */
export const change = buttonAction(async (sent) => {
  const { entry, back } = await opened(sent);
  const quantity = idOf(sent.form.get("quantity"));
  if (quantity === undefined) return back("failed");
  return back((await undefinedOnFault(changeWaitingEntry(entry, quantity))) ? "changed" : "failed");
});

/** Leaves the list. */
export const leave = buttonAction(async (sent) => {
  const { entry, back } = await opened(sent);
  return back((await undefinedOnFault(leaveWaitingList(entry))) === undefined ? "failed" : undefined);
});

/** Reserves the offered tickets and goes to checkout. */
export const reserveOffered = buttonAction(async (sent) => {
  const { entry, back } = await opened(sent);
  const found = await undefinedOnFault(getWaitingEntry(entry));
  if (found?.offer === undefined) return back("failed");
  const wanted = parseLines(sent.form);
  if (wanted.length === 0) return back("nothing");
  const outcome = await reserve(
    {
      eventId: found.eventId,
      wanted,
      code: undefined,
      source: undefined,
      shown: undefined,
      waitingListOffer: found.offer.key,
    },
    undefined,
    new Date(),
  );
  switch (outcome.result) {
    case "reserved":
      return "/checkout";
    case "paying":
      return "/checkout/pay/checking";
    case "partly_paid":
      return "/checkout/receipt";
    case "cart_full":
      return back("cart_full");
    default:
      return back(outcome.result === "refused" && outcome.refusal === "no_cookies" ? "no_cookies" : "failed");
  }
});

async function opened({ form, locale }: Sent) {
  const link = String(form.get("link") ?? "");
  const opened = await openWaitingLink(link);
  if (opened === undefined) return redirect({ href: `/waiting-list/${encodeURIComponent(link)}`, locale });
  const back = (news: WaitingNews | undefined) => {
    const query = news === undefined ? "" : `?news=${news}`;
    return [`/waiting-list/${link}${query}`, RedirectType.replace] as const;
  };
  return { entry: opened.entry, back };
}
