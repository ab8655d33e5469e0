import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Tree } from "#test/architecture/imports.ts";
import { violationsIn } from "#test/architecture/violations.ts";

const PICTURE = /\.(png|jpe?g|ico|woff2?|pdf|webp)$/;

/** Returns every file that git would commit, untracked files included, with its text. */
function currentTree(): Tree {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  const files = listed.split("\0").filter((file) => file !== "" && !PICTURE.test(file) && existsSync(file));
  return new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
}

test("every file follows the rules of test/architecture", () => {
  assert.deepEqual(violationsIn(currentTree()), []);
});

/** A tree without violations. Each test below adds one. */
const SOUND = new Map([
  ["package.json", '{ "dependencies": { "zod": "1", "next": "1", "react": "1", "server-only": "1" } }'],
  ["service/package.json", '{ "dependencies": { "pg": "1" } }'],
  [
    "app/page.tsx",
    'import { a } from "#lib/domain/money/money.ts";\nimport { b } from "#lib/security/same-origin.ts";\n',
  ],
  ["lib/domain/money/money.ts", "export const a = 1;\n"],
  ["lib/security/same-origin.ts", 'import "server-only";\n\nexport const b = 1;\n'],
]);

test("finds no violation in a tree without one", () => assert.deepEqual(violationsIn(SOUND), []));

const BUY = '"use server";\n\nexport async function buy() {\n';

const VIOLATIONS: readonly (readonly [file: string, text: string, violation: RegExp])[] = [
  ["attic/old.test.ts", "", /attic\/old\.test\.ts belongs to no module/],
  ["service/src/payments/use-cases/bad.test.ts", 'if (method === "VOUCHER") return;', /an entry of use-cases\/methods/],
  [
    "components/bad.test.ts",
    'import { main } from "../service/src/main.ts";',
    /must not import service\/src\/main\.ts/,
  ],
  [
    "components/bad.test.ts",
    'import { b } from "#lib/security/same-origin.ts";',
    /must not import lib\/security\/same-origin\.ts/,
  ],
  ["lib/ticketing/bad.test.ts", 'import { b } from "#lib/session/visit/visit.ts";', /must not import lib\/session/],
  ["lib/art/bad.test.ts", 'import { b } from "#lib/domain/cart/cart.ts";', /must not import lib\/domain/],
  ["lib/picker/bad.test.ts", 'import { b } from "#lib/session/visit/visit.ts";', /must not import lib\/session/],
  ["lib/security/bad.test.ts", 'import { b } from "#lib/session/visit/visit.ts";', /must not import lib\/session/],
  ["lib/session/bad.test.ts", 'import { b } from "#lib/purchase/checkout-state.ts";', /must not import lib\/purchase/],
  [
    "app/[locale]/cart/bad.test.ts",
    'import { a } from "#app/[locale]/events/[eventId]/reserve-state.ts";',
    /it is of another segment/,
  ],
  ["e2e/bad.spec.ts", 'import { a } from "#lib/domain/money/money.ts";', /must not import lib\/domain/],
  [
    "test/other-service/bad.ts",
    'import { main } from "../../service/src/main.ts";',
    /must not import service\/src\/main\.ts/,
  ],
  [
    "service/src/platform/http/openapi/docs.ts",
    'const x = "https://cdn.example/ui.js";',
    /loads nothing from another origin/,
  ],
  ["public/embed.js", 'document.cookie = "a=b";', /stores nothing on a promoter's page/],
  [
    "app/(frame)/[locale]/embed/page.tsx",
    'import { b } from "#lib/session/visit/visit.ts";',
    /must not import lib\/session/,
  ],
  [
    "service/src/catalogue/domain/bad.test.ts",
    'import { x } from "#src/platform/store/db.ts";',
    /must not import service\/src\/platform\/store\/db\.ts/,
  ],
  [
    "service/src/catalogue/http/bad.test.ts",
    'import { x } from "#src/platform/store/db.ts";',
    /must not import service\/src\/platform\/store\/db\.ts/,
  ],
  [
    "service/src/catalogue/http/bad.test.ts",
    'import { x } from "#processor/main.ts";',
    /must not import service\/processor\/main\.ts/,
  ],
  [
    "service/src/catalogue/use-cases/bad.test.ts",
    'import { x } from "#src/pricing/store/codes.ts";',
    /must not import service\/src\/pricing\/store\/codes\.ts/,
  ],
  [
    "service/src/reservations/domain/bad.test.ts",
    'import type { x } from "#src/payments/domain/payment.ts";',
    /must not import service\/src\/payments\/domain\/payment\.ts/,
  ],
  [
    "service/src/payments/use-cases/bad.test.ts",
    'import { x } from "#src/payments/http/payment-body.ts";',
    /must not import service\/src\/payments\/http\/payment-body\.ts/,
  ],
  [
    "service/src/payments/store/bad.test.ts",
    'import { x } from "#src/platform/world.ts";',
    /must not import service\/src\/platform\/world\.ts/,
  ],
  [
    "service/src/accounts/use-cases/bad.test.ts",
    'import { x } from "#src/serve.ts";',
    /must not import service\/src\/serve\.ts/,
  ],
  ["service/src/lottery/domain/bad.test.ts", "", /lottery\/domain\/bad\.test\.ts belongs to no module/],
  ["service/src/stock/helpers/bad.test.ts", "", /stock\/helpers\/bad\.test\.ts belongs to no module/],
  [
    "service/processor/http/bad.test.ts",
    'import { x } from "#src/platform/domain/money.ts";',
    /must not import service\/src/,
  ],
  ["service/src/stock/store/bad.test.ts", 'import { x } from "../domain/money.ts";', /import it by its # name/],
  ["lib/session/bad.test.ts", 'import { b } from "#lib/session/visit";', /name the real file/],
  ["scripts/start.js", "start();", /use TypeScript in tools/],
  ["scripts/bootstrap.js", 'import { z } from "zod";', /scripts takes no package/],
  [
    "test/conformance/bad.test.ts",
    'import { a } from "#lib/ticketing/carts.ts";',
    /must not import lib\/ticketing\/carts\.ts/,
  ],
  ["tools/bad.test.ts", 'import { a } from "#lib/domain/money.ts";', /must not import lib\/domain/],
  ["lib/domain/bad.test.ts", 'import { z } from "zod";', /domain takes no package/],
  ["lib/ticketing/bad.test.ts", 'import { cookies } from "next/headers";', /runs under plain Node/],
  ["service/src/stock/http/bad.test.ts", 'import { z } from "zod";', /zod is not declared/],
  ["app/a/page.tsx", 'import { X } from "#app/b/_components/x.tsx";', /move it to components/],
  ["lib/session/bad.ts", "export const c = 1;\n", /first line is import "server-only"/],
  [
    "app/actions.ts",
    "export async function buy() {\n  await assertSameOrigin(form);\n}\n",
    /first line is "use server"/,
  ],
  ["app/page.tsx", 'function x() {\n  "use server";\n}\n', /only at the head of an actions\.ts/],
  [
    "app/actions.ts",
    '"use server";\n\nexport async function buy() {\n  pay();\n}\n',
    /buy does not call assertSameOrigin first/,
  ],
  [
    "app/actions.ts",
    `${BUY}  // await assertSameOrigin(form);\n  pay();\n}\n`,
    /buy does not call assertSameOrigin first/,
  ],
  [
    "app/actions.ts",
    `${BUY}  /* await assertSameOrigin(form); */ pay();\n}\n`,
    /buy does not call assertSameOrigin first/,
  ],
  ["app/actions.ts", `${BUY}  say("await assertSameOrigin(form);");\n}\n`, /buy does not call assertSameOrigin first/],
  [
    "app/x/route.ts",
    "export function POST() {\n  // refuseForeignOrigin(request)\n}\n",
    /writes and does not call refuseForeignOrigin/,
  ],
  ["app/actions.ts", '"use server";\n\nexport const buy = async () => pay();\n', /exports async functions alone/],
  ["app/x/route.ts", "export async function POST() {}\n", /writes and does not call refuseForeignOrigin/],
  ["lib/session/bad.test.ts", "const x = process.env.HOME;", /process\.env — use lib\/env\.ts/],
  ["lib/domain/money/money.ts", "export const a = Date.now();\n", /an argument, such as `now`/],
  ["components/bad.test.ts", 'fetch("https://example.com");', /a function in lib\/ticketing/],
  ["e2e/find/bad.spec.ts", "await fetch(env.address);", /openStorefront\(env\)\.fetch/],
  ["app/page.tsx", "const x = <p dangerouslySetInnerHTML={x} />;", /React elements/],
  ["app/page.tsx", "const x = <p style={{ color }} />;", /a class/],
  ["messages/en.json", '{ "hold": "Hold my tickets" }', /a word for the screen/],
  ["messages/en.json", '{ "again": "{held} of {count} held" }', /a word for the screen/],
  ["app/page.tsx", "const x = <p>Sold out</p>;", /a message of messages/],
  ["app/page.tsx", 'const x = <nav aria-label="Dates" />;', /a message of messages/],
  ["app/page.tsx", 'const x = <p className="ml-2" />;', /the logical class/],
  ["app/page.tsx", "const x = payAction.bind(null, price);", /a hidden field/],
  ["components/bad.test.ts", "const x = (minor / 100).toFixed(2);", /formatMoney/],
  ["app/page.tsx", 'console.log("x");', /console\. — use log/],
  ["lib/log.test.ts", "const x: any = 1;", /the type, or unknown/],
  ["lib/log.test.ts", "// @ts-ignore\n", /a type that fits/],
  ["lib/log.test.ts", "// biome-ignore lint: x\n", /the rule changed for all/],
  ["lib/log.test.ts", "// TODO later\n", /an issue/],
  ["lib/log.test.ts", 'test.skip("x", () => {});', /a test that runs/],
  ["e2e/x.spec.ts", "await page.waitForTimeout(100);", /a wait for an element/],
  ["README.md", "See /home/someone/foyer", /a path relative to the repository/],
  ["service/src/stock/domain/bad.test.ts", "const x = reckonCart(1);", /calculate or validate/],
  ["service/src/stock/domain/bad.test.ts", "/** Whoever has lapsed. */", /the term: returned, expired, cancelled/],
  ["e2e/cart/bad.spec.ts", 'test("refuses whoever has no cookie");', /the subject by its name/],
  ["service/src/stock/use-cases/bad.test.ts", "const x = `SELECT 1`;", /a function in store/],
  ["app/page.tsx", "const x = answer.multiSaleKey;", /wire names/],
  ["app/page.tsx", "const basketTotal = 1;", /basket — the word is Cart/],
  ["e2e/x.spec.ts", "const house = 1;", /the word is architecture/],
  ["components/bad.test.ts", "const became = 1;", /the word is result/],
  ["lib/session/index.ts", 'import "server-only";\n', /use a name that says what the file contains/],
  ["components/thing.tsx", "export default function Thing() {}\n", /use a name/],
  ["lib/log.test.ts", "\n".repeat(251), /251 lines; 250 are enough/],
  ["lib/domain/lonely.ts", "export const c = 1;\n", /lonely\.ts is not imported by any file/],
  ["package-lock.json", '{ "resolved": "https://somewhere/x.tgz" }', /omit-lockfile/],
];

for (const [file, text, violation] of VIOLATIONS) {
  test(`finds the violation in ${file}: ${violation.source}`, () => {
    const found = violationsIn(new Map([...SOUND, [file, text]]));
    assert.ok(
      found.some((line) => violation.test(line)),
      `not found in ${JSON.stringify(found)}`,
    );
  });
}
