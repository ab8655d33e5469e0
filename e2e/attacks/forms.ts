import type { Page } from "@playwright/test";
import type { HttpRequest } from "./http-visitor.ts";

export type Fields = readonly (readonly [name: string, value: string])[];

/** A form of a page, with the fields that a browser would submit unchanged. */
export type PageForm = { readonly path: string; readonly fields: Fields };

/** How a browser submits a form to its action: as a plain form without JavaScript, or as a fetch call by React. */
export const ENCODINGS = ["form", "call"] as const;
export type Encoding = (typeof ENCODINGS)[number];

const OF_THE_FRAMEWORK = /^\$ACTION_/;
const OWN = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };

/** Returns the forms of a page's HTML. The browser parses the HTML and loads nothing. */
export async function formsIn(page: Page, path: string, html: string): Promise<readonly PageForm[]> {
  const forms = await page.evaluate((text) => {
    const { forms } = new DOMParser().parseFromString(text, "text/html");
    return [...forms].map((form) => [...new FormData(form)].map(([name, value]) => [name, String(value)] as const));
  }, html);
  return forms.map((fields) => ({ path, fields }));
}

/** Returns the id of the form's action, or `undefined` for a GET form. */
export function actionIdOf({ fields }: PageForm): string | undefined {
  const [, plain] = fields.flatMap(([name]) => /^\$ACTION_ID_(\w+)$/.exec(name) ?? []);
  const [, bound] = fields.flatMap(
    ([name, value]) => (/^\$ACTION_\d+:0$/.test(name) ? /"id":"(\w+)"/.exec(value) : null) ?? [],
  );
  return plain ?? bound;
}

/** Returns a form for an action that only the page's script calls, with null as its previous state. */
export function formOfAction(path: string, id: string): PageForm {
  const bound = [
    ["$ACTION_REF_1", ""],
    ["$ACTION_1:0", JSON.stringify({ id, bound: "$@1" })],
    ["$ACTION_1:1", "[null]"],
  ] as const;
  return { path, fields: bound };
}

/** Returns the form with these values; missing fields are added. */
export function filled({ path, fields }: PageForm, typed: Readonly<Record<string, string>>): PageForm {
  const kept = fields.filter(([name]) => !(name in typed));
  return { path, fields: [...kept, ...Object.entries(typed)] };
}

/** Returns the request that a page of `origin` sends with this form. */
export async function requestOf(form: PageForm, encoding: Encoding, origin: string): Promise<HttpRequest> {
  const id = actionIdOf(form);
  const isCall = encoding === "call" && id !== undefined;
  const [type, body] = await multipart(isCall ? callOf(form) : form.fields);
  const headers = {
    ...OWN,
    origin,
    "content-type": type,
    ...(isCall && { "next-action": id, accept: "text/x-component" }),
  };
  return { method: "POST", path: form.path, headers, body };
}

/** Encodes the fields as the action's arguments, as React does: the form state, if there is one, and the form. */
function callOf({ fields }: PageForm): Fields {
  const [, state = "[]"] = fields.find(([name]) => /^\$ACTION_\d+:1$/.test(name)) ?? [];
  const own = fields
    .filter(([name]) => !OF_THE_FRAMEWORK.test(name))
    .map(([name, value]) => [`_1_${name}`, value] as const);
  return [...own, ["0", JSON.stringify([...(JSON.parse(state) as unknown[]), "$K1"])]];
}

async function multipart(fields: Fields): Promise<readonly [type: string, body: Buffer]> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const encoded = new Response(form);
  return [encoded.headers.get("content-type") ?? "", Buffer.from(await encoded.arrayBuffer())];
}
