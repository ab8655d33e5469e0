import { z } from "zod";

declare module "zod" {
  interface GlobalMeta {
    /** The JSON Schema that the OpenAPI document shows for this schema. */
    wire?: JsonSchema;
  }
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the JSON Schema of the OpenAPI document. A schema whose wire type differs, such as a number in a path, sets `wire` in its meta. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: asOnWire });
  return rest;
}

/** Replaces the schema of a part by its `wire` meta. */
export function asOnWire({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void {
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
