import type { Call } from "#src/platform/http/call.ts";
import { CODE_CALLS } from "./codes.ts";
import { DISCOUNT_CALLS } from "./discounts.ts";
import { FESTIVAL_DISCOUNT_CALLS } from "./festival-discounts.ts";
import { MULTIPACK_CALLS } from "./multipacks.ts";

/** The calls of everything that reduces a price, and of codes. */
export const ALL_DISCOUNT_CALLS: readonly Call[] = [
  ...DISCOUNT_CALLS,
  ...FESTIVAL_DISCOUNT_CALLS,
  ...MULTIPACK_CALLS,
  ...CODE_CALLS,
];
