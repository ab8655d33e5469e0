import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseEnv } from "node:util";
import { z } from "zod";
import { faultsOf, settingsSchema } from "#lib/env.ts";

const HEADER = `# The settings of the storefront, generated from lib/env.ts by \`npm run check -- --write\`.
# Copy this file to .env, fill in what has no value, and load it: set -a; . ./.env; set +a; npm start
# docs/configuration.md lists what \`npm start\` takes besides these. In the sandbox it supplies every required setting.
# A new key: openssl rand -base64 32 | tr +/ -_ | tr -d =
# Each secret may be in a file, whose absolute path NAME_FILE names instead: COOKIE_KEYS_FILE=/run/secrets/COOKIE_KEYS
`;

type Setting = {
  readonly description: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly enum?: readonly string[];
  /** Needed in most installations. */
  readonly isUsual?: boolean;
};

/** Returns the text of .env.example: required and usual settings as they are, every other one in a comment with its default. */
function envExample(): string {
  const { properties = {}, required = [] } = z.toJSONSchema(settingsSchema, { io: "input", unrepresentable: "any" });
  const entries = Object.entries(properties as unknown as Record<string, Setting>);
  const blocks = (isRequired: boolean) =>
    entries
      .filter(([name, { isUsual = false }]) => (required.includes(name) || isUsual) === isRequired)
      .map(([name, setting]) => `${commentOf(setting)}${isRequired ? "" : "# "}${name}=${exampleOf(setting)}\n`);
  return [HEADER, "# Required\n", ...blocks(true), "# Optional\n", ...blocks(false)].join("\n");
}

function commentOf(setting: Setting): string {
  const choices = setting.enum ? [`# One of: ${setting.enum.join(", ")}.`] : [];
  return [`# ${setting.description}`, ...choices, ""].join("\n");
}

function exampleOf(setting: Setting): string {
  const value = String(setting.example ?? setting.default ?? "");
  return /[\s#]/.test(value) ? JSON.stringify(value) : value;
}

test("deploy/.env.example lists the settings of lib/env.ts: `npm run check -- --write` writes it", (t) => {
  t.assert.fileSnapshot(envExample(), "deploy/.env.example", { serializers: [String] });
});

test("every setting has a description that fits on a line", () => {
  for (const [name, field] of Object.entries(settingsSchema.shape)) {
    const { description = "" } = field.meta() ?? {};
    assert.match(description, /^.{10,}\.( Secret\.)?$/, name);
  }
});

test("the examples of deploy/.env.example are valid once the empty settings are filled in", () => {
  const example = parseEnv(readFileSync("deploy/.env.example", "utf8"));
  const filled = {
    ...example,
    FOYER_ENVIRONMENT: "uat",
    TICKETING_USER: "shop",
    TICKETING_PASSWORD: "a long password",
    COOKIE_KEYS: "bZ4VdE0nqPz7o1XkM2uYc9sT6wRjH3fLgQaiC5xKe8U",
    LINK_KEYS: "Zk3qWm9R1yTuB7cXp0sNvE5hJ2dLgA8fQoI6rKtYw4M",
    NEXTAUTH_SECRET: "9c1f4be07d2a86e3550bd91c7fa2e648",
  };
  assert.equal(faultsOf(filled, 1000), undefined);
});
