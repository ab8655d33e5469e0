import type { Caller, Capability } from "#src/domain/caller.ts";
import { createUser } from "#src/use-cases/create-user.ts";
import { listEvents } from "#src/use-cases/list-events.ts";
import { openAccount } from "#src/use-cases/open-account.ts";
import type { World } from "#src/world.ts";
import { plantSeason } from "./plant-season.ts";
import type { SeasonPlan } from "./season/plan.ts";
import { OTHER_PROMOTER, OTHER_SEASON, PROMOTER, SEASON } from "./season.ts";

export type Passwords = { readonly shop: string; readonly promoter: string; readonly otherPromoter: string };

/** What a launcher needs to know of what was seeded. */
export type Seeded = {
  readonly account: number;
  readonly shopUser: string;
  readonly user: string;
  readonly otherAccount: number;
  readonly otherUser: string;
};

const SHOP_USER = "shop";
const PROMOTER_USER = "promoter@foyer.example";
const OTHER_USER = "promoter@lantern-lane.example";

/**
 * Two accounts, their three users and, if wanted, a season for each. Run again it changes nothing but the passwords it
 * is given; when everything is over, the next run plants the next season.
 */
export async function seed(world: World, passwords: Passwords, withSeason: boolean, now: Date): Promise<Seeded> {
  const { account } = await openAccount(world, { ...PROMOTER, embedOrigins: [] });
  const other = await openAccount(world, { ...OTHER_PROMOTER, embedOrigins: [] });
  const all: readonly Capability[] = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE"];

  const person = (username: string, firstName: string, lastName: string) => ({ username, firstName, lastName });
  await createUser(
    world,
    { ...person(SHOP_USER, "Web", "shop"), email: "", accountId: account.id, capabilities: ["PUBLIC"] },
    passwords.shop,
  );
  const promoter = await createUser(
    world,
    { ...person(PROMOTER_USER, "Marama", "Sinclair"), email: PROMOTER_USER, accountId: account.id, capabilities: all },
    passwords.promoter,
  );
  const otherPromoter = await createUser(
    world,
    { ...person(OTHER_USER, "Oscar", "Lindqvist"), email: OTHER_USER, accountId: other.account.id, capabilities: all },
    passwords.otherPromoter,
  );

  if (withSeason) {
    await plantOnce(world, promoter, SEASON, now);
    await plantOnce(world, otherPromoter, OTHER_SEASON, now);
  }
  return {
    ...{ account: account.id, shopUser: SHOP_USER, user: PROMOTER_USER },
    ...{ otherAccount: other.account.id, otherUser: OTHER_USER },
  };
}

/** All of it or nothing: a setup that was killed half way leaves no half a season behind. */
async function plantOnce(world: World, promoter: Caller, season: SeasonPlan, now: Date): Promise<void> {
  await world.db.transaction(async (tx) => {
    const inside = { ...world, db: tx };
    const { total } = await listEvents(inside, promoter, { page: 1, pageSize: 1, everything: false });
    if (total === 0) await plantSeason(inside, promoter, season, now);
  });
}
