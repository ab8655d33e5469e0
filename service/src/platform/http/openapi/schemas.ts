import { z } from "zod";

const COMPONENTS = "#/components/schemas/";
const NAMED = new Map<z.ZodType, string>();

/** Gives a schema a name among the components of the OpenAPI document. Routes and answers do not change. */
export function named<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  NAMED.set(schema, name);
  return schema;
}

type Direction = "input" | "output";
/** The direction in which a schema is used, and the name that it gets when it has none. */
type SchemaUse = { readonly schema: z.ZodType; readonly io: Direction; readonly name: string };
type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * Returns the component schemas of these uses, the named schemas inside them included, and a function that refers to one
 * of them. A named schema whose input differs from its output has two components, `Name` and `NameInput`.
 */
export function componentsOf(uses: readonly SchemaUse[]): {
  readonly schemas: Schemas;
  readonly refTo: (schema: z.ZodType, io: Direction) => JsonSchema;
} {
  const names = new Map(NAMED);
  for (const { schema, name } of uses) if (!names.has(schema)) names.set(schema, name);
  const roots = (io: Direction) => uses.filter((use) => use.io === io).map(({ schema }) => names.get(schema) ?? "");
  const output = reachable(schemasOf(names, "output"), roots("output"));
  const input = reachable(schemasOf(names, "input"), roots("input"));
  const differing = new Set(Object.keys(input).filter((name) => !isSame(input[name], output[name])));
  const nameOf = (name: string, io: Direction) => (io === "input" && differing.has(name) ? `${name}Input` : name);
  return {
    schemas: {
      ...output,
      ...Object.fromEntries(
        Object.entries(input).map(([name, schema]) => [nameOf(name, "input"), withRefs(schema, differing)]),
      ),
    },
    refTo: (schema, io) => ({ $ref: COMPONENTS + nameOf(names.get(schema) ?? "", io) }),
  };
}

/** Returns whether one component is sufficient: the schemas are equal, or only the input exists. */
function isSame(input: JsonSchema | undefined, output: JsonSchema | undefined): boolean {
  return output === undefined || JSON.stringify(input) === JSON.stringify(output);
}

function schemasOf(names: ReadonlyMap<z.ZodType, string>, io: Direction): Schemas {
  const registry = z.registry<{ readonly id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const uri = (id: string) => COMPONENTS + id;
  const { schemas } = z.toJSONSchema(registry, { io, uri, unrepresentable: "any", override: asOnWire });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, id: _name, ...schema }]) => [name, schema]),
  );
}

/** Returns the schemas that these names refer to, directly or through others. */
function reachable(schemas: Schemas, roots: readonly string[]): Schemas {
  const found = new Map<string, JsonSchema>();
  const visit = (name: string): void => {
    const schema = schemas[name];
    if (schema === undefined || found.has(name)) return;
    found.set(name, schema);
    for (const [, other = ""] of JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      visit(other);
  };
  roots.forEach(visit);
  return Object.fromEntries(found);
}

function withRefs(schema: JsonSchema, differing: ReadonlySet<string>): JsonSchema {
  const text = JSON.stringify(schema, (key, value) => {
    if (key !== "$ref" || typeof value !== "string") return value;
    return differing.has(value.slice(COMPONENTS.length)) ? `${value}Input` : value;
  });
  return JSON.parse(text) as JsonSchema;
}

declare module "zod" {
  interface GlobalMeta {
    /** The JSON Schema that the OpenAPI document shows for this schema. */
    wire?: JsonSchema;
  }
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema of the OpenAPI document. A schema whose wire type differs, such as a number in a path, sets `wire` in
 * its meta.
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: asOnWire });
  return rest;
}

/** Replaces the schema of a part by its `wire` meta. */
function asOnWire({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void {
  const wire = z.globalRegistry.get(zodSchema)?.wire;
  if (wire === undefined) return;
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  Object.assign(jsonSchema, wire);
}

/** Replaces `anyOf` of a schema and null by the flag `nullable`: the serialiser tests every branch of an `anyOf`. */
export function withNullableFlags(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullableFlags);
  if (typeof schema !== "object" || schema === null) return schema;
  const { anyOf, ...rest } = schema as { readonly anyOf?: unknown };
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf.some(isNull)) {
    const [other] = anyOf.filter((branch) => !isNull(branch));
    return { ...rest, ...Object(withNullableFlags(other)), nullable: true };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withNullableFlags(value)]));
}

function isNull(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Reflect.get(schema, "type") === "null";
}
