import { Fault } from "#tools/lib/fault.ts";

/** A block of a page: commands, or the content of a file that its first line names. */
export type Block = { readonly file?: string; readonly text: string };

/** Returns the shell blocks of a section, up to the next heading. */
export function readBlocks(page: string, heading: string): readonly Block[] {
  const [, rest] = page.split(`\n${heading}\n`);
  if (rest === undefined) throw new Fault(`The page has no section "${heading}".`);
  const [section = ""] = rest.split(/^##+ /m);
  return [...section.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent = "", body = ""]) => {
    const text = body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    const [, file] = /^# (\/etc\/\S+)$/m.exec(text) ?? [];
    return { text, ...(file !== undefined && { file }) };
  });
}

/** What a reader replaces: a text of the page, and the own one. */
export type Own = readonly (readonly [text: string, own: string])[];

/** Replaces each text of the page by the own one. Throws a Fault when the page has none of it, or when a `…` remains. */
export function fillIn(blocks: readonly Block[], own: Own): readonly Block[] {
  for (const [text] of own)
    if (!blocks.some((block) => block.text.includes(text))) throw new Fault(`The page has no ${text}`);
  const filled = blocks.map((block) => ({
    ...block,
    text: own.reduce((before, [text, value]) => before.replaceAll(text, value), block.text),
  }));
  const open = filled.find(({ text }) => /…|<[a-z][\w ]*>/.test(text));
  if (open) throw new Fault(`No value is known for a place of:\n${open.text}`);
  return filled;
}
