import type { Call } from "./call.ts";
import { USER_CALLS } from "./users.ts";

/** Every call of the interface. What is not listed here has no route and no place in the OpenAPI document. */
export const CALLS: readonly Call[] = [...USER_CALLS];
