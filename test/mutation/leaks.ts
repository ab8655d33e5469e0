import type { Mutant } from "./mutant.ts";

const LEAK_SCAN = "test/leak/leak.test.ts";
const STOREFRONT_SCAN = "test/contract/leak.test.ts";
const SERVED = "P13: no byte served to the browser tests contains a secret or a card number";

/** Opens the tickets, their calendar and their PDF. */
const PURCHASE = {
  file: "e2e/order/files.spec.ts",
  test: "P26, 47: serves the exact time, and a PDF with a font for the buyer's name",
};

/**
 * Leaks of the shop's credential, all in one build. The leak tests must report each at its place, which `says` names and
 * which no other of them has.
 */
export const LEAK_MUTANTS: readonly Mutant[] = [
  {
    name: "leak: a client component's prop carries the password",
    breaks: "P13",
    file: "app/[locale]/cart/_components/code-box.tsx",
    text: 'typed={refusedCodes.map(({ code }) => code).join(" ")}',
    becomes: 'typed={refusedCodes.map(({ code }) => code).join(" ") || String(process.env.TICKETING_PASSWORD)}',
    build: "leaks",
    visits: {
      file: "e2e/cart/one-total.spec.ts",
      test: "P50, P52: the event page, the cart and the pay button show the same total",
    },
    red: { file: LEAK_SCAN, test: SERVED, says: "GET /en/cart → 200, body (unpacked): password, plain" },
  },
  {
    name: "leak: an error's message contains the credential and is logged",
    breaks: "P13",
    file: "lib/ticketing/client/request.ts",
    text: "throw new TicketingFault(`${options.name} failed with ${status}.`,",
    becomes:
      "throw new TicketingFault(`${options.name} failed with ${status} as ${env().TICKETING_USER}:${env().TICKETING_PASSWORD}.`,",
    build: "leaks",
    red: {
      file: LEAK_SCAN,
      test: "P13: a storefront with a failing service logs and serves no secret",
      says: "its log: pair, plain",
    },
  },
  {
    name: "leak: an action closes over the password",
    breaks: "P14: bound values are encrypted, so only the manifest shows it",
    file: "app/[locale]/_components/empty-cart-form.tsx",
    text: "action={releaseTickets}",
    becomes: 'action={async (form: FormData) => { "use server"; if (password !== "") await releaseTickets(form); }}',
    also: [
      {
        file: "app/[locale]/_components/empty-cart-form.tsx",
        text: "  return (\n    <details",
        becomes: "  const password = String(process.env.TICKETING_PASSWORD);\n  return (\n    <details",
      },
    ],
    build: "leaks",
    red: {
      file: "e2e/security/forged-actions.spec.ts",
      test: "P14: no action has a bound closure",
      says: "$$RSC_SERVER_ACTION_",
    },
  },
  {
    name: "leak: a cookie carries the password",
    breaks: "P13",
    file: "proxy.ts",
    text: "  return answer;\n",
    becomes:
      '  answer.headers.append("Set-Cookie", `visit=${process.env.TICKETING_PASSWORD}; Path=/`);\n  return answer;\n',
    build: "leaks",
    red: {
      file: STOREFRONT_SCAN,
      test: "P13: no answer to any kind of request contains a credential or a key",
      says: "GET /en/cart → 200, headers",
    },
  },
  {
    name: "leak: a script carries the password",
    breaks: "P13",
    file: "next.config.js",
    text: "  poweredByHeader: false,\n",
    becomes: "  poweredByHeader: false,\n  env: { SHOP_PASSWORD: passwordAtBuild() },\n",
    also: [
      {
        file: "next.config.js",
        text: 'import { readdirSync } from "node:fs";\n',
        becomes: `import { existsSync, readdirSync, readFileSync } from "node:fs";

function passwordAtBuild() {
  const settings = \`\${process.env.FOYER_DATA}/settings.json\`;
  return existsSync(settings) ? JSON.parse(readFileSync(settings, "utf8")).shopPassword : "";
}
`,
      },
      {
        file: "components/site/language-links.tsx",
        text: "currentTarget.search = window.location.search;",
        becomes:
          "currentTarget.search = window.location.search;\n                currentTarget.title = String(process.env.SHOP_PASSWORD);",
      },
    ],
    build: "leaks",
    red: {
      file: STOREFRONT_SCAN,
      test: "P13: no file of the build and no log contains a credential or a key",
      says: ".next/static/chunks/",
    },
  },
  {
    name: "leak: a data route returns the user name",
    breaks: "P13",
    file: "app/api/ready/route.ts",
    text: "Response.json({ status }, {",
    becomes: "Response.json({ status, as: process.env.TICKETING_USER }, {",
    build: "leaks",
    red: {
      file: STOREFRONT_SCAN,
      test: "P13: no answer to any kind of request contains a credential or a key",
      says: "GET /api/ready → 200, body: user, plain",
    },
  },
  {
    name: "leak: the text of a PDF contains the password",
    breaks: "P13",
    file: "lib/orders/order-pdf.ts",
    text: 'advice: off?.text ?? t(isPending ? "pdfPending" : "pdfAdvice"),',
    becomes:
      'advice: off?.text ?? (t(isPending ? "pdfPending" : "pdfAdvice") && String(process.env.TICKETING_PASSWORD)),',
    build: "leaks",
    visits: PURCHASE,
    red: { file: LEAK_SCAN, test: SERVED, says: "/pdf → 200, body › text: password, plain" },
  },
  {
    name: "leak: a trace keeps a page with the password",
    breaks: "P60",
    file: "playwright.config.ts",
    text: 'mode: hasTrace ? "retain-on-failure"',
    becomes: 'mode: hasTrace ? "on"',
    also: [
      {
        file: "app/[locale]/sales/[link]/page.tsx",
        text: '{t("private")}',
        becomes: '{t("private")} <i data-shop={process.env.TICKETING_PASSWORD} />',
      },
    ],
    build: "leaks",
    visits: PURCHASE,
    red: {
      file: LEAK_SCAN,
      test: "P60: no trace or report contains a secret, or a card number that is not on the test list",
      says: "trace.zip › ",
    },
  },
];
