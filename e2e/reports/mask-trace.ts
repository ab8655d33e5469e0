import { unzipSync, zipSync } from "fflate";
import { findsSecretInput, MASKED, type Mask } from "./mask.ts";

const SECRET_HEADER = /^((proxy-)?authorization|(set-)?cookie)$/i;
/** Events, network and source positions of a trace: one JSON object a line. */
const LINES = /\.(trace|network)$/;

/** Returns a trace without credentials, card numbers, visitors' cookies, and values of secret inputs. Throws when it is damaged. */
export function maskTrace(zip: Buffer, mask: Mask): Buffer {
  const masked = Object.entries(unzipSync(zip)).map(([name, content]) => [
    name,
    maskPart(name, Buffer.from(content), mask),
  ]);
  return Buffer.from(zipSync(Object.fromEntries(masked)));
}

function maskPart(name: string, bytes: Buffer, mask: Mask): Buffer {
  if (LINES.test(name)) return mask.bytes(Buffer.from(maskLines(bytes.toString(), mask)));
  return name.startsWith("attachments/") ? mask.attachment(bytes) : mask.bytes(bytes);
}

function maskLines(text: string, mask: Mask): string {
  const secretCalls = new Set<unknown>();
  return text
    .split("\n")
    .map((line) => (line === "" ? line : JSON.stringify(maskEvent(JSON.parse(line), mask, secretCalls))))
    .join("\n");
}

type Event = { readonly type?: unknown; readonly callId?: unknown; readonly [name: string]: unknown };

/** A call that types into a secret input is masked with its log, which repeats the typed text in quotation marks. */
function maskEvent(event: Event, mask: Mask, secretCalls: Set<unknown>): unknown {
  const masked = maskValue(event, mask) as Record<string, unknown>;
  if (event.type === "before" && typesSecret(event)) {
    secretCalls.add(event.callId);
    const { params, title } = masked as { params?: object; title?: string };
    if (params !== undefined)
      masked.params = { ...params, ...("value" in params ? { value: MASKED } : { text: MASKED }) };
    if (title !== undefined) masked.title = withoutQuoted(title);
  }
  if (event.type === "log" && secretCalls.has(event.callId)) masked.message = withoutQuoted(String(event.message));
  return masked;
}

function typesSecret({ params, subtitle }: Event): boolean {
  const { selector, locator, value, text } = Object(params);
  if (value === undefined && text === undefined) return false;
  return [selector, locator, subtitle].some((found) => typeof found === "string" && findsSecretInput(found));
}

const withoutQuoted = (text: string) => text.replace(/".*"/s, `"${MASKED}"`);

/** Masks every text of a value. Headers, cookies and values of secret inputs are masked whole. */
function maskValue(value: unknown, mask: Mask, name = ""): unknown {
  if (typeof value === "string") return mask.text(value);
  if (Array.isArray(value)) {
    if (name === "cookies") return value.map((cookie) => ({ ...Object(maskValue(cookie, mask)), value: MASKED }));
    return value.map((item) => maskValue(item, mask));
  }
  if (typeof value !== "object" || value === null) return value;
  const isHeader = "name" in value && "value" in value && SECRET_HEADER.test(String(value.name));
  const isInput = isSecretInput(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isWhole = (isHeader && key === "value") || (isInput && /^(__playwright_value_|value)$/.test(key));
      const isSecretKey = typeof inner === "string" && SECRET_HEADER.test(key);
      return [key, isWhole || isSecretKey ? MASKED : maskValue(inner, mask, key)];
    }),
  );
}

/** The attributes of an element in a snapshot of a page. */
function isSecretInput(attributes: object): boolean {
  const { autocomplete, type } = attributes as { autocomplete?: unknown; type?: unknown };
  return type === "password" || /^cc-(number|exp|csc)/.test(String(autocomplete));
}
