import type { NewAccount } from "#src/accounts/store/accounts.ts";
import type { NewUser } from "#src/accounts/store/users.ts";
import { openAccount } from "#src/accounts/use-cases/accounts.ts";
import { createUser } from "#src/accounts/use-cases/users.ts";
import { listEvents } from "#src/catalogue/use-cases/event-lists.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { SeasonPlan } from "./season/plan.ts";
import { OTHER_PROMOTER, OTHER_SEASON, PROMOTER, SEASON } from "./season.ts";
import { seedSeason } from "./seed-season.ts";

type SeedSettings = {
  /** Absent: the demo organiser's account. */
  readonly account?: Pick<NewAccount, "name" | "shortName" | "currency">;
  /** The names of the shop's user and of the manager. */
  readonly shopUser?: string;
  readonly promoterUser?: string;
  /** Passwords. That of the manager is also the one of the other people whom a season has. */
  readonly shop: string;
  readonly promoter: string;
  /** Whether a season has people with one capability each. */
  readonly withStaff?: boolean;
};

/** The result of the setup, for the launcher. */
type Seeded = {
  readonly account: number;
  readonly currency: string;
  readonly shopUser: string;
  readonly user: string;
  /** Existing users whose password differs from the given one. They keep theirs. */
  readonly keptPasswords: readonly string[];
};

const SHOP_USER = "shop";
const PROMOTER_USER = "promoter@foyer.example";
const OTHER_USER = "promoter@lantern-lane.example";
/** All that there is: MANAGE includes the rest. */
const MANAGER = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE"] as const;
/** People of the sandbox's account with one capability each, to try what they may do. */
const STAFF = [
  { username: "manager@foyer.example", firstName: "Kiri", lastName: "Henare", capabilities: ["MANAGE"] },
  { username: "orders@foyer.example", firstName: "Hemi", lastName: "Walker", capabilities: ["ORDERS"] },
  { username: "reports@foyer.example", firstName: "Ingrid", lastName: "Moana", capabilities: ["REPORTS"] },
  { username: "box-office@foyer.example", firstName: "Tomasz", lastName: "Reid", capabilities: ["BOX_OFFICE"] },
  { username: "door@foyer.example", firstName: "Aroha", lastName: "Singh", capabilities: ["SCAN"] },
] as const;

/**
 * Creates an account with the shop's user and a manager; with a season also a second account with its manager, to show that
 * accounts are separate. A second run changes nothing. When all dates are over, the next run creates a new season.
 */
export async function seed(
  runtime: PaymentRuntime,
  given: SeedSettings,
  withSeason: boolean,
  now: Date,
): Promise<Seeded> {
  const { account } = await openAccount(runtime, { ...(given.account ?? PROMOTER), embedOrigins: [] });
  const keptPasswords: string[] = [];
  const user = async (newUser: NewUser, password: string): Promise<Caller> => {
    const { caller, hasPassword } = await createUser(runtime, newUser, password);
    if (!hasPassword) keptPasswords.push(newUser.username);
    return caller;
  };

  const { shopUser = SHOP_USER, promoterUser: name = PROMOTER_USER, withStaff = false } = given;
  await user(webShop(account.id, shopUser), given.shop);
  // A user without a first and last name is listed by the user name.
  const [first, last] = name === PROMOTER_USER ? ["Marama", "Sinclair"] : ["", ""];
  const promoter = await user(promoterUser(account.id, name, first, last), given.promoter);
  if (withSeason) {
    for (const one of withStaff ? STAFF : [])
      await user({ ...one, accountId: account.id, email: one.username }, given.promoter);
    const other = await openAccount(runtime, { ...OTHER_PROMOTER, embedOrigins: [] });
    const otherUser = promoterUser(other.account.id, OTHER_USER, "Oscar", "Lindqvist");
    await seedOnce(runtime, promoter, SEASON, now);
    await seedOnce(runtime, await user(otherUser, given.promoter), OTHER_SEASON, now);
  }
  return { account: account.id, currency: account.currency, shopUser, user: name, keptPasswords };
}

function webShop(accountId: number, username: string): NewUser {
  return { accountId, username, firstName: "Web", lastName: "shop", email: "", capabilities: ["PUBLIC"] };
}

function promoterUser(accountId: number, username: string, firstName: string, lastName: string): NewUser {
  return { accountId, username, firstName, lastName, email: username, capabilities: MANAGER };
}

/** Creates a season in one transaction, so that a killed setup leaves no part of it. */
async function seedOnce(runtime: PaymentRuntime, promoter: Caller, season: SeasonPlan, now: Date): Promise<void> {
  await runtime.db.transaction(async (tx) => {
    const inside = { ...runtime, db: tx };
    const { total } = await listEvents(inside, promoter, { page: 1, pageSize: 1, everything: false });
    if (total === 0) await seedSeason(inside, promoter, season, now);
  });
}
