import { PAYMENTS } from "./payments.ts";
import type { Areas } from "./promised.ts";
import { QUALITY } from "./quality.ts";
import { SALES } from "./sales.ts";
import { SECURITY } from "./security.ts";

/** All promises by area. A number is never used twice: a promise that is dropped stays here, and says so. */
export const PROMISES: Areas = { ...PAYMENTS, ...SECURITY, ...SALES, ...QUALITY };
