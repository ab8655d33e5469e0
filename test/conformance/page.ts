import type { Section, Statement } from "./statement.ts";

const INTRODUCTION = `# The v2 interface

What Foyer's storefront sends to a ticketing service and reads from it, and what Foyer's own service answers. The storefront knows one base address and one
credential, and works with any service of this shape. Each statement has one of three marks:

- **specification**: in the interface's own document.
- **reference**: in the public reference of its version 2.5. A service of this shape has it; a field may be absent.
- **extension**: of Foyer's own service, or a shape that the interface leaves open and Foyer fixes. Another service may lack it; the storefront then does
  without, as each section says.

\`npm run conformance\` checks a service against every statement ([how](conformance.md)); those that no client can check say so here.
\`STRICT_V2=1\` takes the calls and fields of vouchers, the waiting list and messages, the calls for refunds and cancellations, and the buyer's \`POSTCODE\`, out of Foyer's service, and so far nothing else.

This page is made from \`test/conformance\` by \`npm run generate\`. It names every call of the service, which a test compares with the page. Fields, limits and
examples of each call are in the OpenAPI document: \`/v2/docs\` for reading, \`/v2/openapi.json\` for programs.
`;

/** Returns the text of `docs/interface.md`. */
export function interfacePage(sections: readonly Section[]): string {
  return [INTRODUCTION, ...sections.map(sectionText)].join("\n");
}

function sectionText({ title, before, statements, after, tests }: Section): string {
  const table = ["| id | mark | statement |", "|---|---|---|", ...statements.map(row)].join("\n");
  const named = tests.map((file) => `\`${file}\``).join(", ");
  return `${[`## ${title}`, ...before, table, ...after, `Tests: ${named}`].join("\n\n")}\n`;
}

function row({ id, mark, says, check }: Statement): string {
  const text = "notCheckable" in check ? `${says} *Not checked: ${check.notCheckable}.*` : says;
  return `| ${id} | ${mark} | ${text.replaceAll("|", "\\|")} |`;
}
