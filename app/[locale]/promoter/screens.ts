import { CalendarDays, ChartNoAxesColumn, House, type IconNode, MailX, MapPin, Settings, Undo2 } from "lucide";
import { type Capability, isAllowed, type Needs } from "#lib/promoter/rights.ts";
import type { PromoterCall } from "#lib/ticketing/client/calls.ts";
import { isKnownMissing } from "#lib/ticketing/client/extension.ts";

type Label =
  | "Manage.home"
  | "Manage.events"
  | "Manage.venues"
  | `Manage.tabs.${"events" | "requests" | "venues"}`
  | "RefundRequests.title"
  | "Reports.title"
  | "Settings.title"
  | "UnsentMail.title";

export type Screen = {
  /** Below the promoters' first page. */
  readonly path: string;
  readonly label: Label;
  /** On a tab, where there is little room. */
  readonly short?: Label;
  readonly icon: IconNode;
  readonly needs: Needs;
  /** The list that it shows, where a service may not have it. */
  readonly call?: PromoterCall;
  /** Pages of other addresses that belong to it: those below this one. */
  readonly also?: string;
};

const SCREENS: readonly Screen[] = [
  { path: "", label: "Manage.home", icon: House, needs: ["ORDERS"] },
  {
    path: "/events",
    label: "Manage.events",
    short: "Manage.tabs.events",
    icon: CalendarDays,
    needs: ["ORDERS", "BOX_OFFICE"],
    also: "/share",
  },
  {
    path: "/refunds",
    label: "RefundRequests.title",
    short: "Manage.tabs.requests",
    icon: Undo2,
    needs: ["ORDERS"],
    call: "listRefundRequests",
  },
  {
    path: "/venues",
    label: "Manage.venues",
    short: "Manage.tabs.venues",
    icon: MapPin,
    needs: ["MANAGE"],
    call: "listVenues",
  },
  { path: "/messages", label: "UnsentMail.title", icon: MailX, needs: ["ORDERS"], call: "listUnsentMail" },
  {
    path: "/reports/sources",
    label: "Reports.title",
    icon: ChartNoAxesColumn,
    needs: ["REPORTS"],
    call: "listSources",
    also: "/reports",
  },
  { path: "/settings/brand", label: "Settings.title", icon: Settings, needs: ["MANAGE"], also: "/settings" },
];

/** Returns the screens that a user may open, without those that the service is known not to have, in the order of the navigation. */
export function screensFor(capabilities: readonly Capability[]): readonly Screen[] {
  return SCREENS.filter(
    ({ needs, call }) => isAllowed(needs, capabilities) && !(call !== undefined && isKnownMissing(call)),
  );
}

/** Returns whether a page belongs to a screen. Both addresses are below the promoters' first page. */
export function isOf({ path, also }: Screen, page: string): boolean {
  if (path === "") return page === "";
  return [path, also].some((one) => one !== undefined && (page === one || page.startsWith(`${one}/`)));
}
