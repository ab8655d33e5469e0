import type { Bug } from "./bug.ts";

/** What a page shows, whom it hears, and what a log says of it. */
export const PAGE_BUGS: readonly Bug[] = [
  {
    name: "money: every amount is shown as if it had two decimals",
    breaks: "P10",
    file: "lib/domain/money.ts",
    text: ".format(minor / 10 ** currencyDigits(currency))",
    becomes: ".format(minor / 100)",
    red: { file: "lib/domain/money.test.ts", test: "an amount has its currency's decimals: none, two or three" },
  },
  {
    name: "money: a price is written by another function than the others",
    breaks: "P50",
    file: "components/price.tsx",
    text: "money) ? free : formatMoney(money, locale)}",
    becomes: "money) ? free : `${formatMoney(money, locale)[0]}${(money.minor / 100).toFixed(2)}`}",
    red: { file: "test/tidy.test.ts", test: "the house is as test/house.ts wants it" },
  },
  {
    name: "money: search engines are told the price without the fee",
    breaks: "P50",
    file: "app/[locale]/events/[eventId]/structured-events.ts",
    text: "price: toDecimal(allInPrice(ticketType)),",
    becomes: "price: toDecimal(ticketType.price),",
    red: {
      file: "app/[locale]/events/[eventId]/structured-events.test.ts",
      test: "a date has its place, its picture, its state and an all-in price for each ticket type",
    },
  },
  {
    name: "time: the reader's zone stands for the venue's",
    breaks: "P41",
    file: "components/date-text.ts",
    text: "...(timeZone !== undefined && { timeZone })",
    becomes: "...(timeZone === undefined && { timeZone })",
    red: { file: "components/date-text.test.ts", test: "a time is told in the venue's own zone" },
  },
  {
    name: "embed: any page may be framed by those who may frame an embed",
    breaks: "P22",
    file: "cache/policy.ts",
    text: "return tags.includes(EMBED) ? [",
    becomes: "return tags.length > 0 ? [",
    red: {
      file: "cache/policy.test.ts",
      test: "an embed may be framed by the registered origins, and no other page by anybody",
    },
  },
  {
    name: "embed: whoever sends a message is believed",
    breaks: "P22",
    file: "public/embed.js",
    text: "if (!isMessage || origin !== SHOP || source",
    becomes: "if (!isMessage || source",
    red: { file: "test/embed-messages.test.ts", test: "a message from another origin moves nothing" },
  },
  {
    name: "policy: a script that somebody smuggled in is allowed by its hash",
    breaks: "P24",
    file: "cache/policy.ts",
    text: "if (DATA_BLOCK.test(attributes) || !isTheFrameworks(script)) continue;",
    becomes: "if (DATA_BLOCK.test(attributes)) continue;",
    red: { file: "cache/policy.test.ts", test: "a script that somebody smuggled in gets no hash" },
  },
  {
    name: "policy: the hash of a page's own script is left out",
    breaks: "P03",
    file: "cache/policy.ts",
    text: 'return pagePolicy([...hashes].join(" "), framers);',
    becomes: 'return pagePolicy([...hashes].slice(1).join(" "), framers);',
    red: { file: "cache/policy.test.ts", test: "a script of the framework's own shape may run, by its hash" },
  },
  {
    name: "log: a card number in a text is written",
    breaks: "P01",
    file: "lib/log.ts",
    text: 'value.replace(TELLTALE, "[masked]")',
    becomes: "value.trim()",
    red: {
      file: "lib/log.test.ts",
      test: "no header, body, key, card or credential is written, whatever a caller hands in",
    },
  },
  {
    name: "log: a header is written",
    breaks: "P13",
    file: "lib/log.ts",
    text: "value !== undefined && !UNSPEAKABLE.test(name)",
    becomes: "value !== undefined && name.length < UNSPEAKABLE.source.length",
    red: {
      file: "lib/log.test.ts",
      test: "no header, body, key, card or credential is written, whatever a caller hands in",
    },
  },
  {
    name: "log: a credential prints itself",
    breaks: "P13",
    file: "lib/ticketing/credential.ts",
    text: "  readonly #password: string;\n",
    becomes: "  readonly #password: string;\n  readonly shown = this;\n",
    red: {
      file: "lib/ticketing/secrets.test.ts",
      test: "a credential prints as [credential], alone and inside anything",
    },
  },
  {
    name: "suite: a sandbox that takes real money is good enough",
    breaks: "P55",
    file: "e2e/handshake.ts",
    text: ' && payments === "fake";',
    becomes: " && payments !== undefined;",
    red: {
      file: "e2e/handshake.test.ts",
      test: "P55: refused, and nothing written: a sandbox that takes real money",
    },
  },
];
