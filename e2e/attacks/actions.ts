import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Manifest = Readonly<Record<"node" | "edge", Readonly<Record<string, { readonly exportedName?: string }>>>>;

/** Every server action of the build, by id. */
export function builtActions(): ReadonlyMap<string, string> {
  const { node, edge } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")) as Manifest;
  return new Map(Object.entries({ ...node, ...edge }).map(([id, { exportedName }]) => [id, exportedName ?? id]));
}

/** The id of the built action that is exported by this name. */
export function actionId(name: string): string {
  const [id] = [...builtActions()].find(([, exported]) => exported === name) ?? [];
  if (id === undefined) throw new Error(`No action of the build is called ${name}.`);
  return id;
}

/** Answers every method, and does nothing. */
const NOT_FOUND = "/api/[...missing]";

/** Every route handler of the source that does anything, by the pattern of its path. */
export function routeHandlers(): readonly string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)route\.tsx?$/.test(file))
    .map((file) => join("/", file, "..").replace(/\/\([^/]+\)/g, ""))
    .filter((pattern) => pattern !== NOT_FOUND);
}

/** Which test attacks which action. An action of the build that stands nowhere here fails the inventory. */
export const ATTACKED = {
  aPurchase: [
    ...["reserveTickets", "addCodes", "removeCode", "giveMoreTime", "releaseTickets", "undoLast", "releaseEvent"],
    ...["reserveAgain", "giveDetails", "pay", "checkPayment", "showTickets", "nameGuests", "nameMyself", "makeNewLink"],
  ],
  aPromoter: ["signInPromoter", "signOutPromoter"],
  aPartPaid: ["retryRest", "releaseRest"],
} as const;
