import "server-only";

import { z } from "zod";

/** A socket, or a port of this machine. */
const AIRLOCK = /^(unix:\/[^\0]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d{1,5})$/;

/** The shop's credential, or the address of the airlock that has it. */
export const credentialSettings = {
  TICKETING_USER: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "User name at the ticketing service, unless an airlock has it.", isUsual: true }),
  TICKETING_PASSWORD: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Password of that user. Secret.", isUsual: true }),
  TICKETING_AIRLOCK: z
    .string()
    .regex(AIRLOCK, "must be unix: with an absolute path, or an http: address of this machine with its port")
    .optional()
    .meta({
      description: "Address of the airlock, which has user and password instead: `unix:/run/foyer/airlock.sock`.",
    }),
};

/** Returns what is wrong where neither this process nor the airlock has the credential, or both have it. */
export function credentialFaults(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  const hasAirlock = Boolean(variables.TICKETING_AIRLOCK);
  return (["TICKETING_USER", "TICKETING_PASSWORD"] as const)
    .filter((name) => Boolean(variables[name]) === hasAirlock)
    .map((name) => (hasAirlock ? `${name} belongs to the airlock alone: remove it here` : `${name} is not set`));
}
