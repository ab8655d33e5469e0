import { listAddress } from "#lib/promoter/list-query.ts";
import { addDays, type Day, parseDay, weekdayOf } from "#lib/ticketing/model/day.ts";

type Typed = Readonly<Record<string, string | readonly string[] | undefined>>;

/** From Monday until today, from 29 days ago, or chosen days. */
export const TIMES = ["week", "month", "from"] as const;

export type SourcesQuery = {
  readonly time: (typeof TIMES)[number];
  /** Included. */
  readonly from: Day;
  /** Included. Absent: until now. */
  readonly to?: Day;
  readonly event: number | undefined;
};

/** Returns what an address asks for: this week, where it cannot be understood or lies ahead. */
export function sourcesQueryIn(typed: Typed, today: Day): SourcesQuery {
  const [time, from = "", to = "", event = ""] = [typed.time, typed.from, typed.to, typed.event].map(
    (value) => [value].flat()[0],
  );
  const starts = { week: addDays(today, 1 - weekdayOf(today)), month: addDays(today, -29) };
  const [chosen, last = today] = [parseDay(from), parseDay(to)];
  const asked = TIMES.find((one) => one === time) ?? (from === "" ? "week" : "from");
  const isChosen = asked === "from" && chosen !== undefined && chosen <= today;
  const until = last < today && { to: last < from ? from : last };
  return {
    ...(isChosen ? { time: "from", from: chosen, ...until } : periodOf(asked, starts)),
    event: /^[1-9]\d{0,14}$/.test(event) ? Number(event) : undefined,
  };
}

/** The service keeps the visits of each day for longer than this, older ones by month alone. */
const CONVERSION_DAYS = 90;

/** Returns whether orders can be compared with visits. Of one event they cannot: who came by the list is not among its visits. */
export function hasConversion({ from, event }: SourcesQuery, today: Day): boolean {
  return event === undefined && from >= addDays(today, -CONVERSION_DAYS);
}

/** From a day that is not named yet: the form shows a field for it, and the page the last 30 days. */
function periodOf(time: SourcesQuery["time"], { week, month }: Readonly<Record<"week" | "month", Day>>) {
  return { time, from: time === "week" ? week : month };
}

/** Returns the address of what a query asks for, at the page or at its file. */
export function sourcesAddress(path: string, { time, from, to = "", event }: SourcesQuery): string {
  return listAddress(path, { time, ...(time === "from" && { from, to }), event: event ?? "" });
}
