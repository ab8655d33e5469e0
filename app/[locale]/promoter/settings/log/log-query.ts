import { listAddress } from "#lib/promoter/list-query.ts";
import { LOG_PARTS, type LogPart } from "#lib/ticketing/manage/audit-log.ts";
import { addDays, type Day, parseDay } from "#lib/ticketing/model/day.ts";
import type { Ref } from "#lib/ticketing/wire/shapes.ts";

type Typed = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What the address of the log asks for. */
export type LogFilters = {
  readonly user: number | undefined;
  readonly what: LogPart | undefined;
  readonly from: Day | undefined;
  /** Included. */
  readonly to: Day | undefined;
};

/** Returns what an address asks for. What cannot be understood counts as absent. */
export function logFiltersIn(typed: Typed, users: readonly Pick<Ref, "id">[]): LogFilters {
  const [user, what, from, to] = [typed.user, typed.what, typed.from, typed.to].map((value) => [value].flat()[0] ?? "");
  return {
    user: users.find(({ id }) => String(id) === user)?.id,
    what: LOG_PARTS.find((one) => one === what),
    from: parseDay(from ?? ""),
    to: parseDay(to ?? ""),
  };
}

/** Returns the filters as the service reads them: from the start of the first day to the end of the last, in UTC. */
export function filtersOnWire({ from, to, ...filters }: LogFilters) {
  return { ...filters, from: from && `${from}T00:00:00Z`, to: to && `${addDays(to, 1)}T00:00:00Z` };
}

/** Returns the address of a page of the log. */
export function logAddress(path: string, filters: LogFilters, page: number): string {
  const set = Object.entries({ ...filters, page }).map(([name, value]) => [name, value ?? ""] as const);
  return listAddress(path, Object.fromEntries(set));
}
