import { isAbsolute } from "node:path";
import { z } from "zod";

const schema = z.object({
  /** Production is refused: this processor charges no real card. */
  FOYER_ENVIRONMENT: z
    .enum(["sandbox", "uat"], "the sandbox processor runs only where this is sandbox or uat")
    .default("sandbox"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4002),
  PROCESSOR_SECRET: z.string().min(16, "must have at least 16 characters"),
  FOYER_DATA: z.string().refine(isAbsolute, "must be an absolute folder"),
});

/** Returns the settings, or one line with what is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): z.infer<typeof schema> | string {
  const { data, error } = schema.safeParse(environment);
  if (data !== undefined) return data;
  return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}
