"use server";

import { RedirectType } from "next/navigation";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { parseLines } from "#lib/domain/links/event-link.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { reserve } from "#lib/purchase/reserve/reserve.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { openWaitingLink } from "#lib/session/links/waiting-link.ts";
import { undefinedOnFault } from "#lib/ticketing/client/undefined-on-fault.ts";
import {
  changeWaitingEntry,
  confirmWaitingEntry,
  getWaitingEntry,
  leaveWaitingList,
} from "#lib/ticketing/waiting-list.ts";
import type { WaitingNews } from "./waiting-news.ts";

/** Confirms the address. Only a press of the button does it: mail programs open links by themselves. */
export async function confirm(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const { entry, back } = await opened(form);
  back((await undefinedOnFault(confirmWaitingEntry(entry))) ? undefined : "failed");
}

/** Changes the number of tickets. */
export async function change(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const { entry, back, typed } = await opened(form);
  const quantity = String(typed.get("quantity"));
  if (!/^[1-9]\d{0,2}$/.test(quantity)) return back("failed");
  back((await undefinedOnFault(changeWaitingEntry(entry, Number(quantity)))) ? "changed" : "failed");
}

/** Leaves the list. */
export async function leave(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const { entry, back } = await opened(form);
  back((await undefinedOnFault(leaveWaitingList(entry))) === undefined ? "failed" : undefined);
}

/** Reserves the offered tickets and goes to checkout. */
export async function reserveOffered(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const { entry, back, typed, locale } = await opened(form);
  const found = await undefinedOnFault(getWaitingEntry(entry));
  if (found?.offer === undefined) return back("failed");
  const wanted = parseLines(typed);
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
      return redirect({ href: "/checkout", locale });
    case "paying":
      return redirect({ href: "/checkout/pay/checking", locale });
    case "partly_paid":
      return redirect({ href: "/checkout/receipt", locale });
    case "cart_full":
      return back("cart_full");
    default:
      return back("failed");
  }
}

async function opened(form: FormData) {
  const typed = formOf(form);
  const locale = localeOf(typed);
  const link = String(typed.get("link") ?? "");
  const opened = await openWaitingLink(link);
  if (opened === undefined) return redirect({ href: `/waiting-list/${encodeURIComponent(link)}`, locale });
  const back = (news: WaitingNews | undefined): void => {
    const query = news === undefined ? "" : `?news=${news}`;
    redirect({ href: `/waiting-list/${link}${query}`, locale }, RedirectType.replace);
  };
  return { entry: opened.entry, back, typed, locale };
}
