import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type en from "#messages/en.json";

const folder = join(import.meta.dirname, "..", "..", "..", "messages");

/** The storefront's messages in each language, by its tag: the files of messages/. */
export const MESSAGES: Readonly<Record<string, typeof en>> = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name.slice(0, -".json".length), JSON.parse(readFileSync(join(folder, name), "utf8"))]),
);
