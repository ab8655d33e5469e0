import { createTranslator } from "use-intl/core";
import { configuration, type Environment } from "./target/env.ts";
import { MESSAGES } from "./target/messages.ts";

type Values = Readonly<Record<string, string | number>>;
type Message = string | { readonly [name: string]: Message };

/** Every placeholder of a message: `{name}`, and the plural forms of `{count, plural, one {# ticket} other {# tickets}}`. */
const PLACE = /\{(?:\w+|[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g;
const ANYTHING = "[\\s\\S]+?";
/** Marks a placeholder that may have any value, in a filled message. */
const OPEN = "\u0001";
const TAG = /<\/?\w+>/g;

/** The words of the storefront in the language of this run, E2E_LANGUAGE. */
export const words = wordsOf(configuration().language);

/** Returns the storefront's words in a language, so that tests find elements by them. */
export function wordsOf(language: Environment["language"]) {
  const translate = createTranslator({ locale: language, messages: MESSAGES[language] as never }) as unknown as {
    readonly markup: (key: string, values: object) => string;
  };

  function text(key: string, values: Values = {}): string {
    const message = messageOf(language, key);
    if (typeof message !== "string") {
      const form = new Intl.PluralRules(language).select(Number(values.count));
      return text(`${key}.${form in message ? form : "other"}`, values);
    }
    const tags = [...message.matchAll(/<(\w+)>/g)].map(([, tag]) => [tag, (chunks: string) => chunks]);
    return translate.markup(key, { ...Object.fromEntries(tags), ...values });
  }

  return {
    language,

    /** Returns a message of messages/, such as `Pay.pay`, with its values filled in. Throws when there is none. */
    text,

    /** Returns a pattern for a message with any values, in every plural form. It matches the whole text. */
    like(key: string): RegExp {
      return new RegExp(`^(${alternativesOf(language, key)})$`, "u");
    },

    /** Returns the value in a message with one placeholder, such as the name in "One more Adult". Throws for another text. */
    valueIn(key: string, shown: string): string {
      const [, value] =
        shown.match(new RegExp(`^${alternativesOf(language, key).replace(ANYTHING, `(${ANYTHING})`)}$`, "u")) ?? [];
      if (value === undefined) throw new Error(`“${shown}” is not the message ${key}.`);
      return value;
    },

    /**
     * Returns a pattern for text that contains the message, in any form and with any values. With `values`, those placeholders
     * have these values, and the others any.
     */
    inText(key: string, values?: Values): RegExp {
      if (values === undefined) return new RegExp(alternativesOf(language, key), "u");
      const names = formsOf(messageOf(language, key)).flatMap((form) => [...form.matchAll(/\{(\w+)/g)]);
      const others = Object.fromEntries(names.map(([, name]) => [name, OPEN]));
      return new RegExp(patternOf(text(key, { ...others, ...values })).replaceAll(OPEN, ANYTHING), "u");
    },
  };
}

function messageOf(language: Environment["language"], key: string): Message {
  const message = key
    .split(".")
    .reduce<Message | undefined>(
      (inner, name) => (typeof inner === "object" ? inner[name] : undefined),
      MESSAGES[language],
    );
  if (message === undefined) throw new Error(`messages/${language}.json has no ${key}.`);
  return message;
}

function alternativesOf(language: Environment["language"], key: string): string {
  return formsOf(messageOf(language, key)).map(patternOf).join("|");
}

function formsOf(message: Message): readonly string[] {
  return typeof message === "string" ? [message] : Object.values(message).flatMap(formsOf);
}

function patternOf(message: string): string {
  const between = message.replace(TAG, "").split(PLACE);
  return between.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s+")).join(ANYTHING);
}
