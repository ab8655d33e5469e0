import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The absolute path of the checkout. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export const fromRoot = (...parts: readonly string[]): string => join(root, ...parts);
