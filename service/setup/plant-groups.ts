import { createEventGroup, publishEventGroup } from "#src/offering/use-cases/event-groups.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import type { GroupPlan } from "./season/plan.ts";

/** Creates and publishes the season's event groups. */
export async function plantGroups(
  world: World,
  promoter: Caller,
  groups: readonly GroupPlan[],
  eventIds: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, number>>> {
  const ids: Record<string, number> = {};
  for (const { name, abstract: abstractText, description, tags, events } of groups) {
    const texts = { abstractText, description, tags };
    const members = events.map((event) => eventIds[event] ?? wrong(event));
    const made = await createEventGroup(world, promoter, { name, ...texts, eventIds: members });
    if (!made.ok) return wrong(name);
    await publishEventGroup(world, promoter, made.id, true);
    ids[name] = made.id;
  }
  return ids;
}

function wrong(name: string): never {
  throw new Error(`The group cannot be planted: ${name}.`);
}
