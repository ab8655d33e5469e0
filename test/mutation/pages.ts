import type { Mutant } from "./mutant.ts";

/** Prices and times on pages, embeds, policies, logs, the handshake. */
export const PAGE_MUTANTS: readonly Mutant[] = [
  {
    name: "money: every amount is shown as if it had two decimals",
    breaks: "P10",
    file: "lib/domain/money/money.ts",
    text: ".format(minor / 10 ** digits)",
    becomes: ".format(minor / 100)",
    red: {
      file: "lib/domain/money/money.test.ts",
      test: "P10: an amount has its currency's decimals: none, two or three",
    },
  },
  {
    name: "money: an amount in a foreign currency shows the bare sign of the account's own",
    breaks: "a price in another currency than the account's names its country",
    file: "lib/domain/money/money.ts",
    text: "home === undefined || money.currency === home",
    becomes: "home === undefined || money.currency !== undefined",
    red: {
      file: "lib/domain/money/money.test.ts",
      test: "an account in Australian dollars writes New Zealand dollars with their country sign",
    },
  },
  {
    name: "event page: a row offers more than its refusal says is left",
    breaks: "the row and the message never disagree about what is left",
    file: "lib/picker/shortages.ts",
    text: "left: Math.min(limit, ticket.left ?? limit)",
    becomes: "left: Math.max(limit, ticket.left ?? limit)",
    red: {
      file: "lib/picker/shortages.test.ts",
      test: "a row offers no more than the refusal says is left",
    },
  },
  {
    name: "money: a component formats a price itself",
    breaks: "P50",
    file: "components/cart/price.tsx",
    text: "money) ? free : formatMoney(money, locale)}",
    becomes: "money) ? free : `${formatMoney(money, locale)[0]}${(money.minor / 100).toFixed(2)}`}",
    red: { file: "test/architecture.test.ts", test: "every file follows the rules of test/architecture" },
  },
  {
    name: "money: structured data has the price without the fee",
    breaks: "P50",
    file: "app/[locale]/events/[eventId]/structured-events.ts",
    text: "price: toDecimal(allInPrice(ticketType)),",
    becomes: "price: toDecimal(ticketType.price),",
    red: {
      file: "app/[locale]/events/[eventId]/structured-events.test.ts",
      test: "P50: a date has its place, picture, state and a price with fees for each ticket type",
    },
  },
  {
    name: "time: times are in the reader's zone",
    breaks: "P41",
    file: "lib/text/date-text.ts",
    text: "...(timeZone !== undefined && { timeZone })",
    becomes: "...(timeZone === undefined && { timeZone })",
    red: { file: "lib/text/date-text.test.ts", test: "P41: shows a time in the venue's time zone" },
  },
  {
    name: "embed: registered origins may frame any page",
    breaks: "P22",
    file: "lib/security/static-page-policy.ts",
    text: "return tags.includes(EMBED) ? [",
    becomes: "return tags.length > 0 ? [",
    red: {
      file: "lib/security/static-page-policy.test.ts",
      test: "P22: an embed may be framed by the registered origins, and other pages by no origin",
    },
  },
  {
    name: "embed: messages of any origin are accepted",
    breaks: "P22",
    file: "public/embed.js",
    text: "if (!isMessage || origin !== SHOP || source",
    becomes: "if (!isMessage || source",
    red: { file: "test/embed-messages.test.ts", test: "P22: ignores a message from another origin" },
  },
  {
    name: "policy: an injected script is allowed by its hash",
    breaks: "P24",
    file: "lib/security/static-page-policy.ts",
    text: "if (DATA_BLOCK.test(attributes) || !(OWN.has(hash) || isOfFramework(script))) continue;",
    becomes: "if (DATA_BLOCK.test(attributes)) continue;",
    red: {
      file: "lib/security/static-page-policy.test.ts",
      test: "P24: refuses a script that only begins or ends like one of the framework's",
    },
  },
  {
    name: "policy: text after React's own script is not checked",
    breaks: "P24",
    file: "lib/security/static-page-policy.ts",
    text: 'const runtime = script.replace(REVEALS, "");',
    becomes: 'const runtime = script.replace(/\\$RC\\([\\s\\S]*$/, "");',
    red: {
      file: "lib/security/static-page-policy.test.ts",
      test: "P24: refuses a script that only begins or ends like one of the framework's",
    },
  },
  {
    name: "policy: the hash of a page's own script is left out",
    breaks: "P03",
    file: "lib/security/static-page-policy.ts",
    text: 'return pagePolicy([...hashes].join(" "), framers, styles);',
    becomes: 'return pagePolicy([...hashes].slice(1).join(" "), framers, styles);',
    red: {
      file: "lib/security/static-page-policy.test.ts",
      test: "allows a script of the framework by its hash",
    },
  },
  {
    name: "log: a card number in a text is logged",
    breaks: "P01",
    file: "lib/log.ts",
    text: 'value.replace(SECRET_VALUES, "[masked]")',
    becomes: "value.trim()",
    red: {
      file: "lib/log.test.ts",
      test: "P01, P13: writes no header, body, key, card or credential",
    },
  },
  {
    name: "log: a header is logged",
    breaks: "P13",
    file: "lib/log.ts",
    text: "value !== undefined && !SECRET_NAMES.test(name)",
    becomes: "value !== undefined && name.length < SECRET_NAMES.source.length",
    red: {
      file: "lib/log.test.ts",
      test: "P01, P13: writes no header, body, key, card or credential",
    },
  },
  {
    name: "log: a credential prints itself",
    breaks: "P13",
    file: "lib/ticketing/client/credential.ts",
    text: "  readonly #password: string;\n",
    becomes: "  readonly #password: string;\n  readonly shown = this;\n",
    red: {
      file: "lib/ticketing/client/secrets.test.ts",
      test: "P13: a credential prints as [credential], alone and inside an object",
    },
  },
  {
    name: "suite: production declares fake payments",
    breaks: "P55",
    file: "app/.well-known/foyer-environment/route.ts",
    text: 'environment === "production" ? "live" : ',
    becomes: "",
    red: {
      file: "app/foyer-environment.test.ts",
      test: "P55: the handshake of production with FOYER_PAYMENTS fake answers live",
    },
  },
  {
    name: "suite: undeclared payments count as fake",
    breaks: "P55",
    file: "app/.well-known/foyer-environment/route.ts",
    text: '?? "unknown"',
    becomes: '?? "fake"',
    red: {
      file: "app/foyer-environment.test.ts",
      test: "P55: the handshake of uat with FOYER_PAYMENTS not set answers unknown",
    },
  },
  {
    name: "suite: npm start declares another service's payments fake",
    breaks: "P55",
    file: "tools/launcher/remote.ts",
    text: "known: {}, reloads }",
    becomes: 'known: { FOYER_PAYMENTS: "fake" }, reloads }',
    red: {
      file: "tools/launcher/operator-settings.test.ts",
      test: "P55: declares fake payments with the sandbox's processor, and else only when the operator sets it",
    },
  },
  {
    name: "suite: a sandbox with live payments is accepted",
    breaks: "P55",
    file: "e2e/support/target/target.ts",
    text: ' && payments === "fake";',
    becomes: " && payments !== undefined;",
    red: {
      file: "tools/testing/false-targets.test.ts",
      test: "P55: npm run e2e refuses a test system with live payments, and sends no write",
    },
  },
];
