import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Tree } from "#scripts/architecture/source.ts";
import { violationsIn } from "#scripts/architecture/violations.ts";

const PICTURE = /\.(png|jpe?g|ico|woff2?|pdf|webp)$/;

/** Returns every file that git would commit, untracked files included, with its text. */
function currentTree(): Tree {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  const files = listed.split("\0").filter((file) => file !== "" && !PICTURE.test(file) && existsSync(file));
  return new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
}

test("every file follows the rules of scripts/architecture", () => {
  assert.deepEqual(violationsIn(currentTree()), []);
});

/** A tree without violations. Each test below adds one. */
const SOUND = new Map([
  ["package.json", '{ "dependencies": { "zod": "1", "next": "1", "react": "1", "server-only": "1" } }'],
  ["service/package.json", '{ "dependencies": { "pg": "1" } }'],
  [
    "app/page.tsx",
    'import { a } from "#lib/ticketing/model/money.ts";\nimport { b } from "#lib/security/same-origin.ts";\n',
  ],
  ["lib/ticketing/model/money.ts", "export const a = 1;\n"],
  ["lib/ticketing/model/money.test.ts", 'import { a } from "./money.ts";\n'],
  ["lib/security/same-origin.ts", 'import "server-only";\n\nexport const b = 1;\n'],
]);

test("finds no violation in a tree without one", () => assert.deepEqual(violationsIn(SOUND), []));

/** The wrappers as they are. Each test below takes a check out. */
const WRAPPERS = readFileSync("app/[locale]/form-action.ts", "utf8");

const BUY = '"use server";\n\nexport async function buy() {\n';

/** One violation of each kind of rule. */
const VIOLATIONS: readonly (readonly [file: string, text: string, violation: RegExp])[] = [
  ["attic/old.test.ts", "", /attic\/old\.test\.ts belongs to no module/],
  ["components/bad.ts", 'import { b } from "#lib/security/same-origin.ts";', /a page's script would get it/],
  ["lib/session/bad.ts", 'import "server-only";\n\nconst NAME = "__Host-foyer";\n', /use cookieName of lib\/security/],
  [
    "lib/session/bad.ts",
    'import "server-only";\n\n(await cookies()).set("a", "b");\n',
    /use readCookie and storeCookie/,
  ],
  [
    "app/[locale]/promoter/orders/page.tsx",
    "// export default promoterPage(Orders, []);\nexport default async function Orders() {}\n",
    /make the page by promoterPage/,
  ],
  [
    "app/[locale]/promoter/orders/actions.ts",
    '"use server";\n\nexport const a = promoterAction(x);\nexport const b = buttonAction(async () => send()); // isAllowed(x)\n',
    /const b = .* — make it by promoterAction, or check isAllowed/,
  ],
  [
    "app/[locale]/promoter/orders/route.ts",
    "export async function GET() {\n  await actionAtWork(after);\n}\n",
    /make it by promoterAction, or check isAllowed/,
  ],
  [
    "app/[locale]/promoter/orders/route.ts",
    "export async function GET() {\n  isAllowed(x, y);\n}\n",
    /wait for actionAtWork/,
  ],
  ["lib/ticketing/model/bad.ts", "export const now = () => new Date();\n", /use an argument/],
  [
    "service/conformance/bad.test.ts",
    'import { a } from "../../lib/ticketing/carts.ts";',
    /must not import lib\/ticketing\/carts\.ts/,
  ],
  [
    "app/[locale]/(shop)/cart/bad.test.ts",
    'import { a } from "#app/[locale]/(shop)/events/[eventId]/reserve-state.ts";',
    /it is of another segment/,
  ],
  [
    "app/[locale]/(shop)/cart/bad.test.ts",
    'import { a } from "#lib/ticketing/manage/events.ts";',
    /must not import lib\/ticketing\/manage\/events\.ts/,
  ],
  [
    "lib/orders/bad.ts",
    'import "server-only";\n\nimport { a } from "#lib/ticketing/manage/events.ts";\n',
    /must not import lib\/ticketing\/manage\/events\.ts/,
  ],
  ["service/src/stock/store/bad.test.ts", 'import { x } from "../domain/money.ts";', /import it by its # name/],
  ["lib/session/bad.test.ts", 'import { b } from "#lib/session/visit";', /name the real file/],
  ["service/src/stock/domain/bad.test.ts", 'import { z } from "zod";', /domain takes no package/],
  ["service/src/stock/http/bad.test.ts", 'import { z } from "zod";', /zod is not declared/],
  ["lib/session/bad.ts", 'import { join } from "node:path";\n', /first line is import "server-only"/],
  ["lib/cart/bad.ts", 'import { b } from "#lib/security/same-origin.ts";\n', /a page's script would get it/],
  ["lib/security/bad.ts", 'import { b } from "#lib/cart/cart-view.ts";\n', /must not import lib\/cart\/cart-view/],
  ["app/actions.ts", "export const buy = formAction(pay);\n", /first line is "use server"/],
  ["app/page.tsx", 'function x() {\n  "use server";\n}\n', /only at the head of an actions\.ts/],
  ["app/actions.ts", `${BUY}  pay();\n}\n`, /make the action by formAction/],
  ["app/actions.ts", '"use server";\n\nexport const buy = async () => pay();\n', /make the action by formAction/],
  [
    "app/actions.ts",
    '"use server";\n\nexport const buy = async () => formAction(pay);\n',
    /make the action by formAction/,
  ],
  [
    "app/actions.ts",
    '"use server";\n\nexport const buy = formAction(pay);\nfunction formAction(work) {\n  return work;\n}\n',
    /make the action by formAction/,
  ],
  [
    "app/[locale]/form-action.ts",
    WRAPPERS.replace("await assertSameOrigin(form);", "pay();"),
    /serverAction does not call/,
  ],
  [
    "app/[locale]/form-action.ts",
    WRAPPERS.replace("await assertSameOrigin", "// await assertSameOrigin"),
    /serverAction does not call/,
  ],
  [
    "app/[locale]/form-action.ts",
    WRAPPERS.replace("return serverAction(", "return unchecked("),
    /formAction and buttonAction are made by serverAction/,
  ],
  [
    "app/[locale]/promoter/promoter-action.ts",
    "export function promoterAction(): ResourceAction {\n  return async (_previous, form) => save(form);\n}\n",
    /promoterAction is made by formAction/,
  ],
  ["app/x/route.ts", "export async function POST() {}\n", /writes and does not call refuseForeignOrigin/],
  ["components/ui/bad.tsx", 'import Link from "next/link";', /use PageLink/],
  ["lib/session/bad.test.ts", "const x = process.env.HOME;", /process\.env — use lib\/env\.ts/],
  ["e2e/cart/bad.spec.ts", "if (isOwnSandbox(env)) reserve();", /use the same path at every target/],
  ["lib/telemetry/log.test.ts", "\n".repeat(301), /301 lines; 300 are enough/],
  [
    "lib/ticketing/model/money.ts",
    'import type { Page } from "#app/page.tsx";\n\nexport const a = 1;\n',
    /^app\/page\.tsx → lib\/ticketing\/model\/money\.ts → app\/page\.tsx: a circle — move what two of them need/,
  ],
  [
    "lib/session/bad.ts",
    'import "server-only";\n\nimport { s } from "#lib/telemetry/sample.fixture.ts";\n',
    /sample\.fixture\.ts: it is for tests/,
  ],
  ["lib/ticketing/model/lonely.ts", "export const c = 1;\n", /lonely\.ts is not imported by any file/],
  ["app/page.tsx", 'import { b } from "#lib/security/same-origin.ts";', /money\.ts is imported by tests alone/],
];

test("the control: finds each of these violations", () => {
  for (const [file, text, violation] of VIOLATIONS) {
    const found = violationsIn(new Map([...SOUND, [file, text]]));
    assert.ok(
      found.some((line) => violation.test(line)),
      `${violation.source}: not found in ${JSON.stringify(found)}`,
    );
  }
});
