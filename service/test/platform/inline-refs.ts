/** Returns an OpenAPI document with every reference replaced by what it refers to. Throws on one that leads nowhere. */
export function inlineRefs<Document extends object>(document: Document): Document {
  return inlined(document, document) as Document;
}

function inlined(part: unknown, document: object): unknown {
  if (Array.isArray(part)) return part.map((one) => inlined(one, document));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part as { readonly $ref?: unknown };
  if (typeof $ref === "string") return inlined(referred($ref, document), document);
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inlined(value, document)]));
}

function referred(ref: string, document: object): unknown {
  const [root, ...path] = ref.split("/");
  const found = path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), document);
  if (root !== "#" || found === undefined) throw new Error(`${ref} leads nowhere.`);
  return found;
}
