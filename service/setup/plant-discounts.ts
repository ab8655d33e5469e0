import type { Caller } from "#src/platform/domain/caller.ts";
import { parseMoney } from "#src/platform/domain/money.ts";
import type { World } from "#src/platform/world.ts";
import { foldCode } from "#src/pricing/domain/code.ts";
import { changeCode, createCode, listCodes } from "#src/pricing/use-cases/codes.ts";
import { changeDiscount, createDiscount } from "#src/pricing/use-cases/discounts.ts";
import type { SeasonPlan } from "./season/plan.ts";

type Ids = Readonly<Record<string, number>>;

/** Creates and enables the season's discounts, with their codes and the codes that open ticket types. */
export async function plantDiscounts(
  world: World,
  promoter: Caller,
  { discounts = [], openingCodes = [] }: Pick<SeasonPlan, "discounts" | "openingCodes">,
  { eventIds, groupIds }: { readonly eventIds: Ids; readonly groupIds: Ids },
): Promise<void> {
  const { currency } = promoter.account;
  for (const { events = [], group, amount, percentage, codes = [], ...plan } of discounts) {
    const discount = await createDiscount(world, promoter, {
      ...plan,
      ruleName: plan.name,
      currency,
      codeRequired: codes.length > 0,
      ...(percentage !== undefined && { percentage: percentage * 100 }),
      ...(amount !== undefined && { amountMinor: parseMoney(amount, currency)?.minor ?? wrong(amount) }),
      eventIds: events.map((name) => eventIds[name] ?? wrong(name)),
      eventGroupId: group === undefined ? null : (groupIds[group] ?? wrong(group)),
    });
    if (!discount.ok) return wrong(plan.name);
    await changeDiscount(world, promoter, [plan.kind], discount.id, { enabled: true });
    for (const { text, maximumUses } of codes) {
      await plantCode(world, promoter, { text, kind: "DISCOUNT", discountId: discount.id, maximumUses });
    }
  }
  for (const { text, kind, event } of openingCodes) {
    await plantCode(world, promoter, { text, kind, eventIds: [eventIds[event] ?? wrong(event)] });
  }
}

/** Creates a code, or keeps the one of an earlier season. */
async function plantCode(world: World, promoter: Caller, code: Parameters<typeof createCode>[2]): Promise<void> {
  const { things } = await listCodes(world, promoter, { page: 1, pageSize: 1_000 });
  const earlier = things.find(({ name }) => foldCode(name) === foldCode(code.text));
  const { kind: _kind, ...terms } = code;
  const done = earlier ? await changeCode(world, promoter, earlier.id, terms) : await createCode(world, promoter, code);
  if (!done.ok) wrong(code.text);
}

function wrong(name: string): never {
  throw new Error(`The discount or code cannot be planted: ${name}.`);
}
