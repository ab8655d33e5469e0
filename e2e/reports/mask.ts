import type { Configuration } from "#e2e/support/target/env.ts";
import { wordsOf } from "#e2e/support/words.ts";
import { withoutCards } from "#test/tools/card-needles.ts";
import type { Encoded } from "#test/tools/needles.ts";
import { secretsOf, withoutSealed } from "./secrets.ts";

export const MASKED = "(masked)";

const FILLER = "x".charCodeAt(0);
const LANGUAGES = ["en", "es", "fr", "de", "ar"] as const;
/** The labels of inputs whose values are masked, whatever they are. */
const LABELS = ["Pay.number", "Pay.expiry", "Pay.code", "Promoter.password"];
const SECRET_LABELS = [...new Set(LANGUAGES.flatMap((language) => LABELS.map((key) => wordsOf(language).text(key))))];

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const ANY_LABEL = SECRET_LABELS.map(escaped).join("|");
/** The value of such an input in Playwright's snapshot of a page: `- textbox "Security code": "123"`. */
const IN_SNAPSHOT = new RegExp(`(textbox "(?:${ANY_LABEL})"[^\\n]{0,200}?: )[^\\n]+`, "g");
/** A longer text is not the title of a step, and the pattern takes quadratic time. */
const STEP_LENGTH_MAX = 1_000;
/** The title of a step: `Fill "123" getByLabel('Security code')`. */
const IN_STEP = new RegExp(`^(\\w+(?: \\w+)? )".*?"(?=.*(?:${ANY_LABEL}))`, "s");
const HEADER_LINE = /\b((?:proxy-)?authorization|(?:set-)?cookie)(: *)[^\s"\\][^\n"\\]*/gi;
/** A field of a form as browsers send it. Fields of server actions have a number before their name. */
const FORM_FIELD = /(name="(?:\d+_)*(?:number|expiry|code|password)"(?:\\r\\n|\r\n){2})[^\r\n\\]+/g;

/** Masks the secrets of a run in texts and in bytes. */
export type Mask = {
  readonly text: (text: string) => string;
  /** For the output and the resources of a page. Keeps the length of a binary file. */
  readonly bytes: (bytes: Buffer) => Buffer;
  /** For an attachment: a text, or a binary file. */
  readonly attachment: (bytes: Buffer) => Buffer;
};

/** Returns whether a locator or a selector finds an input whose value is secret. */
export function findsSecretInput(locator: string): boolean {
  return (
    SECRET_LABELS.some((label) => locator.includes(label)) || /autocomplete=\\?"?cc-|type=\\?"?password/.test(locator)
  );
}

export function createMask(env: Configuration): Mask {
  const secrets = secretsOf(env);
  // Patterns come first: they leave the last four digits of a card.
  const bytes = (raw: Buffer) =>
    withoutSecrets(isText(raw) ? Buffer.from(withoutPatterns(raw.toString("latin1")), "latin1") : raw, secrets);
  const text = (raw: string) => {
    const masked = withoutSecrets(Buffer.from(withoutPatterns(raw)), secrets)
      .toString()
      .replace(HEADER_LINE, `$1$2${MASKED}`)
      .replace(IN_SNAPSHOT, `$1${MASKED}`);
    return masked.length > STEP_LENGTH_MAX ? masked : masked.replace(IN_STEP, `$1"${MASKED}"`);
  };
  return { text, bytes, attachment: (raw) => (isText(raw) ? Buffer.from(text(raw.toString())) : bytes(raw)) };
}

function withoutSecrets(bytes: Buffer, secrets: readonly Encoded[]): Buffer {
  let masked: Buffer | undefined;
  for (const secret of secrets) {
    for (let at = bytes.indexOf(secret.bytes); at >= 0; at = bytes.indexOf(secret.bytes, at + 1)) {
      masked ??= Buffer.from(bytes);
      masked.fill(FILLER, at, at + secret.bytes.length);
    }
  }
  return masked ?? bytes;
}

function withoutPatterns(text: string): string {
  return withoutSealed(withoutCards(text)).replace(FORM_FIELD, (_whole, start: string) => start + MASKED);
}

const TEXT_SAMPLE_BYTES = 8_192;

function isText(bytes: Buffer): boolean {
  return !bytes.subarray(0, TEXT_SAMPLE_BYTES).includes(0);
}
