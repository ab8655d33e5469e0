import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the variables, with each of these secrets whose file is named by `<NAME>_FILE` instead; and for each that cannot be
 * had from its file a line with what is wrong, which never shows a secret.
 */
export function withSecretFiles(
  variables: Variables,
  secrets: readonly string[],
): { readonly variables: Variables; readonly faults: Readonly<Record<string, string>> } {
  const found: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const name of secrets) {
    const setting = `${name}_FILE`;
    const file = variables[setting];
    if (!file) continue;
    const secret = contentOf(file);
    if (variables[name]) faults[name] = `${name} and ${setting} are both set: remove one of them.`;
    else if ("fault" in secret) faults[name] = `${setting}: ${secret.fault}.`;
    else found[name] = secret.text;
  }
  return { variables: { ...variables, ...found }, faults };
}

/** Editors and `echo` end a file with a new line. */
function contentOf(file: string): { readonly text: string } | { readonly fault: string } {
  if (!isAbsolute(file)) return { fault: "must be an absolute path" };
  try {
    const text = readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
    return text === "" ? { fault: `${file} is empty` } : { text };
  } catch (error) {
    return { fault: `${file} cannot be read (${error instanceof Error && "code" in error ? error.code : error})` };
  }
}
