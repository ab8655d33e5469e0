import "server-only";

import { getTranslations } from "next-intl/server";
import type { AtWork } from "#app/[locale]/promoter/as-promoter.ts";
import { catalogueFacets, groupOfAddress } from "#lib/catalogue/calendar.ts";
import { monthInFull } from "#lib/i18n/date-text.ts";
import { listAccountEvents } from "#lib/ticketing/manage/events.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { formatTarget, type Target } from "#lib/ticketing/model/target.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

export type OwnTarget = {
  /** What is opened, in words. */
  readonly name: string;
  readonly event?: EventSummary;
  /** What buyers will see of an event, read as the shop, with the tickets that the link's codes reveal; absent while the public cannot buy it. */
  readonly offering?: Offering | undefined;
};

/** Returns what of the promoter's account a target is; `undefined` where the account has no such thing. */
export async function ownTarget(at: AtWork, target: Target, codes?: string): Promise<OwnTarget | undefined> {
  switch (target.kind) {
    case "event": {
      const event = (await listAccountEvents(at.credential)).find(({ id }) => id === target.id);
      return event && { name: event.name, event, offering: await getOffering(event.id, { revealCodes: codes }) };
    }
    case "group": {
      const { value: group } = await groupOfAddress(String(target.id));
      return group && { name: group.name };
    }
    case "month":
      return { name: monthInFull(target.month, at.locale) };
    default:
      return { name: (await getTranslations("Kit"))("list") };
  }
}

export type TargetChoice = { readonly value: string; readonly label: string };

/** Returns what of the account can be opened: its list, the months and groups that buyers find, and its events. */
export async function targetChoices(at: AtWork) {
  const [t, facets, events] = await Promise.all([
    getTranslations("Kit"),
    catalogueFacets(),
    listAccountEvents(at.credential),
  ]);
  const { months = [], eventGroups = [] } = facets.value ?? {};
  const choice = (target: Target, label: string): TargetChoice => ({ value: formatTarget(target), label });
  return {
    list: [choice({ kind: "list" }, t("list"))],
    events: events.map(({ id, name }) => choice({ kind: "event", id }, name)),
    groups: eventGroups.map(({ id, name }) => choice({ kind: "group", id }, name)),
    months: months.map((month) => choice({ kind: "month", month }, monthInFull(month, at.locale))),
  };
}
