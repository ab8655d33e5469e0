import "server-only";

import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import type { RowValues, Saved } from "#lib/ticketing/manage/saved.ts";
import {
  ADDRESS_LINES,
  getVenue,
  type LayoutValues,
  type SectionValues,
  type VenueValues,
} from "#lib/ticketing/manage/venues.ts";
import { type Written, write } from "#lib/ticketing/manage/write.ts";

type VenueToSave = {
  /** `undefined`: it is new. */
  readonly id: number | undefined;
  /** What was at the service when the form was opened: only what differs from it is sent. */
  readonly opened: VenueInForm | undefined;
  readonly values: VenueInForm;
};

/** The time zone of a venue that exists cannot change, and its form has none. */
type VenueInForm = Omit<VenueValues, "timeZone"> & { readonly timeZone?: string };

/**
 * Saves a venue, then its sections, then its layouts, each with the version that was read. Stops at the first that the service
 * refuses or that has changed meanwhile.
 */
export async function saveVenue(
  as: PromoterCredential,
  { id, opened, values }: VenueToSave,
): Promise<Saved<VenueInForm>> {
  const ids = new Map<string, string>();
  const idOf = (key: string) => Number(ids.get(key) ?? key);
  const written = new Set<string>();
  let venueId = id;

  for (const step of stepsOf(opened, values)) {
    const answer = await write({ ...step.write({ venueId: venueId ?? 0, idOf }), as });
    if (answer.result !== "written") return stopped(answer, step.at);
    written.add(step.key);
    if (step.key === VENUE) venueId ??= answer.id;
    else if (isNew(step) && answer.id !== undefined) ids.set(step.key, String(answer.id));
  }
  return { result: "saved", id: venueId ?? 0 };

  async function stopped(why: Exclude<Written, { result: "written" }>, at: string): Promise<Saved<VenueInForm>> {
    const isRead = venueId !== undefined && (why.result === "changed" || written.size > 0);
    const now = isRead ? await getVenue(as, venueId ?? 0) : undefined;
    if (why.result === "changed") {
      if (now === undefined) return { result: "refused", errors: [{ path: "", code: "NOT_FOUND" }] };
      return { ...why, now: { id: venueId ?? 0, values: now, ids } };
    }
    const errors = why.errors.map((row) => ({ ...row, path: [at, row.path].filter((part) => part !== "").join(".") }));
    if (now === undefined) return { ...why, errors };
    const values = savedPart(now, (key) => written.has(key));
    return { ...why, errors, opened: { id: venueId ?? 0, values, ids } };
  }

  /** Another manager may have changed what was not written: the rest stays as it was opened, with the version of then. */
  function savedPart(now: VenueValues, isWritten: (key: string) => boolean): VenueInForm {
    const rows = <Row extends RowValues>(nowRows: readonly Row[], mine: readonly Row[], before: readonly Row[] = []) =>
      nowRows.flatMap((row) => {
        const saved = mine.find(({ key }) => isWritten(key) && (ids.get(key) ?? key) === row.key);
        if (saved === undefined) return before.filter(({ key }) => key === row.key);
        return [{ ...saved, key: row.key, ...(row.version !== undefined && { version: row.version }) }];
      });
    return {
      ...(isWritten(VENUE) || opened === undefined
        ? { ...values, ...(now.version && { version: now.version }) }
        : opened),
      sections: rows(now.sections, values.sections, opened?.sections),
      configurations: rows(now.configurations, values.configurations, opened?.configurations),
    };
  }
}

/** The key of the step that writes the venue itself. */
const VENUE = "venue";

type Known = { readonly venueId: number; readonly idOf: (key: string) => number };

type Step = {
  /** Where the form has it. */
  readonly at: string;
  readonly key: string;
  readonly write: (known: Known) => Omit<Parameters<typeof write>[0], "as">;
};

/** New sections come before those that change, whose bodies name their ids. */
function stepsOf(opened: VenueInForm | undefined, values: VenueInForm): readonly Step[] {
  const sections = withBothOverlaps(opened?.sections ?? [], values.sections);
  const places = sections.map((section, at) => ({ section, at }));
  return [
    ...venueSteps(opened, values),
    ...places.flatMap(({ section, at }) => (isNew(section) ? newSection(section, at, sections) : [])),
    ...places.flatMap(({ section, at }) => (isNew(section) ? [] : changedSection(opened, section, at))),
    ...values.configurations.flatMap((layout, at) => layoutSteps(opened, layout, at)),
  ];
}

function newSection(section: SectionValues, at: number, sections: readonly SectionValues[]): Step {
  const { key, name, capacity, door } = section;
  // A new section that comes later names this one in turn.
  const known = new Set(sections.filter((one, place) => !isNew(one) || place < at).map((one) => one.key));
  const overlaps = section.overlaps.filter((one) => known.has(one));
  return {
    at: `sections.${at}`,
    key,
    write: ({ venueId, idOf }) => ({
      name: "createVenueSection",
      method: "POST",
      path: "/venueSection",
      body: {
        venue: venueId,
        name,
        capacity: Number(capacity),
        sortIdx: at,
        door: door || null,
        overlaps: overlaps.map(idOf),
      },
    }),
  };
}

function venueSteps(opened: VenueInForm | undefined, values: VenueInForm): readonly Step[] {
  const { name, timeZone, mapUrl } = values;
  const address = Object.fromEntries(ADDRESS_LINES.map((line) => [line, values[`address.${line}`]]));
  if (opened === undefined) {
    const body = { name, address, timeZone, mapUrl: mapUrl || null };
    return [{ at: "", key: VENUE, write: () => ({ name: "createVenue", method: "POST", path: "/venue", body }) }];
  }
  const isMoved = ADDRESS_LINES.some((line) => values[`address.${line}`] !== opened[`address.${line}`]);
  const change = {
    ...(name !== opened.name && { name }),
    ...(isMoved && { address }),
    ...(mapUrl !== opened.mapUrl && { mapUrl: mapUrl || null }),
  };
  return stepIfChanged(change, opened, { at: "", key: VENUE }, ({ venueId }, body) => ({
    name: "changeVenue",
    method: "PUT",
    path: pathTo`/venue/${venueId}`,
    body,
  }));
}

function changedSection(opened: VenueInForm | undefined, section: SectionValues, at: number): readonly Step[] {
  const was = opened?.sections.find(({ key }) => key === section.key);
  const { name, capacity, door, overlaps } = section;
  const change = {
    ...(name !== was?.name && { name }),
    ...(capacity !== was?.capacity && { capacity: Number(capacity) }),
    ...(door !== was?.door && { door: door || null }),
    ...(areOthers(overlaps, was?.overlaps) && { overlaps }),
  };
  return stepIfChanged(change, was, { at: `sections.${at}`, key: section.key }, ({ idOf }, body) => ({
    name: "changeVenueSection",
    method: "PUT",
    path: pathTo`/venueSection/${idOf(section.key)}`,
    body: { ...body, ...(change.overlaps && { overlaps: overlaps.map(idOf) }) },
  }));
}

function layoutSteps(opened: VenueInForm | undefined, layout: LayoutValues, at: number): readonly Step[] {
  const { key, name, venueSections } = layout;
  const where = { at: `configurations.${at}`, key };
  if (isNew(layout)) {
    const create: Step["write"] = ({ venueId, idOf }) => ({
      name: "createVenueConfiguration",
      method: "POST",
      path: "/venueConfiguration",
      body: { venue: venueId, name, venueSections: venueSections.map(idOf) },
    });
    return [{ ...where, write: create }];
  }
  const was = opened?.configurations.find((one) => one.key === key);
  const change = {
    ...(name !== was?.name && { name }),
    ...(areOthers(venueSections, was?.venueSections) && { venueSections }),
  };
  return stepIfChanged(change, was, where, ({ idOf }, body) => ({
    name: "changeVenueConfiguration",
    method: "PUT",
    path: pathTo`/venueConfiguration/${idOf(key)}`,
    body: { ...body, ...(change.venueSections && { venueSections: venueSections.map(idOf) }) },
  }));
}

function stepIfChanged(
  change: object,
  was: { readonly version?: string } | RowValues | undefined,
  where: Pick<Step, "at" | "key">,
  write: (known: Known, body: object) => ReturnType<Step["write"]>,
): readonly Step[] {
  if (Object.keys(change).length === 0) return [];
  const body = { ...change, ...(was?.version !== undefined && { version: Number(was.version) }) };
  return [{ ...where, write: (known) => write(known, body) }];
}

const isNew = ({ key }: Pick<RowValues, "key">) => !/^\d+$/.test(key);

function areOthers(keys: readonly string[], before: readonly string[] = []): boolean {
  return keys.toSorted().join(" ") !== before.toSorted().join(" ");
}

/**
 * Returns the sections with overlaps that both name: a check mark that was set or removed at one of two sections counts for both.
 * The ids are in the order of the sections.
 */
export function withBothOverlaps(
  opened: readonly SectionValues[],
  sections: readonly SectionValues[],
): readonly SectionValues[] {
  const before = new Map(opened.map(({ key, overlaps }) => [key, overlaps]));
  const has = (one: SectionValues, other: SectionValues) => one.overlaps.includes(other.key);
  const had = (one: SectionValues, other: SectionValues) => before.get(one.key)?.includes(other.key) ?? false;
  return sections.map((one) => ({
    ...one,
    overlaps: sections
      .filter((other) => {
        if (other.key === one.key) return false;
        return had(one, other) || had(other, one)
          ? has(one, other) && has(other, one)
          : has(one, other) || has(other, one);
      })
      .map(({ key }) => key),
  }));
}
