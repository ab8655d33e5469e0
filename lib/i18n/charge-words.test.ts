import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Locale, routing } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

/**
 * "You have not been charged" is known only from an answer of the service or the processor to the same request: a later page, another
 * tab, or a press whose answer was lost may belong to somebody who has just paid. Each key below is said after such an answer.
 */
const SAID_FROM_AN_ANSWER: readonly string[] = [
  // The answer to the payment; `busy` also where it could not be sent, after the cart was read as unpaid.
  "Pay.refusal.card_refused",
  "Pay.refusal.busy",
  "Pay.refusal.too_many_tries",
  "Pay.refusal.voucher_refused",
  "Pay.refusal.press_again",
  // The service has just said that the cart is not paid, or refused to lock it, and no payment was sent.
  "Pay.refusal.proof_required",
  "Pay.refusal.out_of_date",
  "Pay.refusal.not_payable",
  "Pay.refusal.cancelled",
  // The cart can be paid, and reading its sales settled the last attempt.
  "Pay.notChargedText",
  // The sales were read for this page.
  "Receipt.card_refused",
  "Receipt.not_tried",
  "Receipt.not_paid",
  "Receipt.reservation_expired",
  "Receipt.released",
];

/** These speak of a charge, and deny none. */
const NO_DENIAL: readonly string[] = [
  "Common.testText",
  "Pay.once",
  "Sale.unfulfilledText",
  "Checking.unfulfilledText",
  "Checking.notFoundText",
  "TicketsQuestion.text",
  "Receipt.charged",
  "Receipt.returned",
];

/** The words with which each language speaks of a charge. In Arabic a discount is the same word, so there only denials are found. */
const CHARGE: Readonly<Record<Locale, RegExp>> = {
  en: /charg|debit|no money/i,
  es: /cobr|\bcargo\b|cargado/i,
  fr: /débit|prélev|encaiss/i,
  de: /abbuch|abgebucht|belaste|eingezogen/i,
  ar: /(?:لم|لن|لا) [يت]خصم/,
};

/** Arabic is written with and without the marks of its short vowels. */
const MARKS = /[\u064B-\u0652]/g;

type Words = { readonly [key: string]: string | Words };

function* textsIn(words: Words, at = ""): Generator<readonly [key: string, text: string]> {
  for (const [name, word] of Object.entries(words)) {
    const key = at === "" ? name : `${at}.${name}`;
    if (typeof word === "string") yield [key, word];
    else yield* textsIn(word, key);
  }
}

function speaksOfCharge(locale: Locale, text: string): boolean {
  return CHARGE[locale].test(text.replaceAll(MARKS, ""));
}

function keysAboutCharges(locale: Locale, words: Words): readonly string[] {
  return [...textsIn(words)].flatMap(([key, text]) => (speaksOfCharge(locale, text) ? [key] : []));
}

for (const locale of routing.locales)
  test(`P05: ${locale}: only what is said after an answer of the service or the processor speaks of a charge`, () => {
    const known = new Set([...SAID_FROM_AN_ANSWER, ...NO_DENIAL]);
    assert.deepEqual(
      keysAboutCharges(locale, wordsOf(locale)).filter((key) => !known.has(key)),
      [],
    );
  });

test("P05: control: a denial in any language is found", () => {
  const denials: Readonly<Record<Locale, string>> = {
    en: "Your cart and your tickets are safe, and you haven’t been charged.",
    es: "Tu carrito y tus entradas están a salvo y no se te ha cobrado nada.",
    fr: "Votre panier et vos billets sont intacts et rien n’a été débité.",
    de: "Ihr Warenkorb und Ihre Tickets sind unverändert, und es wurde nichts abgebucht.",
    ar: "سلتك وتذاكرك كما هي، ولم يُخصم منك شيء بفتح هذه الصفحة.",
  };
  for (const locale of routing.locales) {
    const words = { ...wordsOf(locale), Errors: { errorText: denials[locale] } };
    const found = keysAboutCharges(locale, words);
    assert.deepEqual(
      ["Errors.errorText", ...SAID_FROM_AN_ANSWER].filter((key) => !found.includes(key)),
      [],
      locale,
    );
  }
});

test("P05: the edge's page, in every language, does not speak of a charge", () => {
  const page = readFileSync("deploy/nginx/unavailable.html", "utf8");
  assert.deepEqual(
    routing.locales.filter((locale) => speaksOfCharge(locale, page)),
    [],
  );
});
