import type { openApiDocument } from "#src/platform/http/openapi/document.ts";

type Paths = ReturnType<typeof openApiDocument>["paths"];

/** Returns the calls that answer a list: an array, or an object with one array only. */
export function listPaths(paths: Paths): readonly string[] {
  return Object.keys(paths).filter((path) => isList(answerOf(paths[path]?.get)));
}

/** Returns those of them without paging parameters. */
export function unpaged(paths: Paths, lists: readonly string[]): readonly string[] {
  return lists.filter((path) => {
    const names: readonly string[] = Object(paths[path]?.get).parameters.map((one: object) => Reflect.get(one, "name"));
    return !names.includes("page") || !names.includes("pageSize");
  });
}

function answerOf(operation: unknown): object {
  return Object(Object(operation).responses?.["200"].content["application/json"].schema);
}

function isList(schema: object): boolean {
  if (Reflect.get(schema, "type") === "array") return true;
  const [only, ...others] = Object.values(Object(Reflect.get(schema, "properties")));
  return others.length === 0 && Object(only).type === "array";
}
