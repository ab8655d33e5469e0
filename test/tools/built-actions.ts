import { readFileSync } from "node:fs";

type Manifest = Readonly<
  Record<
    "node" | "edge",
    Readonly<Record<string, { readonly exportedName: string; readonly workers: Readonly<Record<string, unknown>> }>>
  >
>;

export type BuiltAction = {
  readonly id: string;
  readonly name: string;
  /** The path patterns of the pages that have the action: `/[locale]/cart`. */
  readonly pages: readonly string[];
};

/** Returns every server action of the build. */
export function builtActions(): readonly BuiltAction[] {
  const { node, edge } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")) as Manifest;
  return Object.entries({ ...node, ...edge }).map(([id, { exportedName, workers }]) => ({
    id,
    name: exportedName,
    pages: Object.keys(workers).map((file) => file.replace(/^app|\/page$|\/\([^/]+\)/g, "")),
  }));
}
