/** Returns an OpenAPI document with every reference replaced by its target. Throws when a target is missing. */
export function inlineRefs<Document extends object>(document: Document): Document {
  return inlined(document, document) as Document;
}

function inlined(part: unknown, document: object): unknown {
  if (Array.isArray(part)) return part.map((one) => inlined(one, document));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part as { readonly $ref?: unknown };
  if (typeof $ref === "string") return inlined(targetOf($ref, document), document);
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inlined(value, document)]));
}

function targetOf(ref: string, document: object): unknown {
  const [root, ...path] = ref.split("/");
  const found = path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), document);
  if (root !== "#" || found === undefined) throw new Error(`${ref} has no target.`);
  return found;
}
