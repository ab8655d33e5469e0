import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { LIMITS, type Limits } from "./world.ts";

const absolute = z.string().refine(isAbsolute, "must be an absolute path");
const seconds = z.coerce.number().int().min(1).max(86_400);

const schema = z.object({
  HOST: z.string().min(1).default("localhost"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4001),
  /** The data folder: the embedded database and the certificates lie in it. */
  FOYER_DATA: absolute,
  TLS_CERT_FILE: absolute.optional(),
  TLS_KEY_FILE: absolute.optional(),
  /** Any PostgreSQL 15 or newer. Absent: the embedded one, in the data folder. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be an address such as postgres://user:password@host/database")
    .optional(),
  PROCESSOR_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:4002"),
  PROCESSOR_SECRET: z.string().min(16, "must have at least 16 characters"),
  HOLD_SECONDS: seconds.default(LIMITS.holdSeconds),
  HOLD_CEILING_SECONDS: seconds.default(LIMITS.holdCeilingSeconds),
  LATE_PAY_SECONDS: seconds.default(LIMITS.latePaySeconds),
});

export type Settings = {
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly databaseUrl: string | undefined;
  readonly processor: { readonly url: string; readonly secret: string };
  readonly limits: Limits;
};

/** The settings of the service, or in one line what is wrong with them. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings | string {
  const { data: found, error } = schema.safeParse(environment);
  if (found === undefined) return wrong(error);
  return {
    host: found.HOST,
    port: found.PORT,
    data: found.FOYER_DATA,
    certificateFile: found.TLS_CERT_FILE ?? join(found.FOYER_DATA, "tls", "server.pem"),
    keyFile: found.TLS_KEY_FILE ?? join(found.FOYER_DATA, "tls", "server-key.pem"),
    databaseUrl: found.DATABASE_URL,
    processor: { url: found.PROCESSOR_URL, secret: found.PROCESSOR_SECRET },
    limits: {
      ...LIMITS,
      holdSeconds: found.HOLD_SECONDS,
      holdCeilingSeconds: Math.max(found.HOLD_CEILING_SECONDS, found.HOLD_SECONDS),
      latePaySeconds: found.LATE_PAY_SECONDS,
    },
  };
}

const setup = schema.pick({ FOYER_DATA: true, DATABASE_URL: true }).extend({
  SHOP_PASSWORD: z.string().min(8),
  PROMOTER_PASSWORD: z.string().min(8),
  OTHER_PROMOTER_PASSWORD: z.string().min(8),
  SEED: z.enum(["season", "empty"]).default("season"),
});

/** What the setup command is told, or in one line what is wrong with it. */
export function readSetupSettings(environment: NodeJS.ProcessEnv = process.env): z.infer<typeof setup> | string {
  const { data, error } = setup.safeParse(environment);
  return data ?? wrong(error);
}

function wrong(error: z.ZodError | undefined): string {
  return (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}.`).join(" ");
}
