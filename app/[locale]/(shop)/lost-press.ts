import type { Messages } from "next-intl";

/** Returns what a button says whose press got no answer. Nothing was typed that could be kept. */
export function lostPress({ lost, lostPress }: Messages["Cart"]) {
  return { ...lost, ...lostPress };
}
