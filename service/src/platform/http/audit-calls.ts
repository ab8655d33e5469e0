import type { FastifyReply, FastifyRequest } from "fastify";
import { type AuditLog, SIGN_IN } from "#src/platform/domain/audit.ts";
import type { Caller, Capability } from "#src/platform/domain/caller.ts";
import type { Call } from "./call.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Where the client or the storefront's visitor is; absent until somebody has tried to sign in. */
    network: string | undefined;
    triedName: string | undefined;
    /** Who was named as the storefront, with a wrong password. */
    triedStorefront: string | undefined;
  }
}

type Audited = Pick<Call, "method" | "path" | "access">;

/**
 * Returns a hook that notes failed sign-ins, calls that the user has no right to, and the calls of the office, before they are
 * answered. Selling and admitting leave records of their own.
 */
export function auditCalls(call: Audited, log: AuditLog) {
  const declared = `${call.method} ${call.path}`;
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    // Most calls are not written, and are answered at once.
    const written = note(request, reply);
    if (written === undefined) done(null, payload);
    else written.then(() => done(null, payload), done);
  };

  function note(
    { caller, network, triedName, triedStorefront, params, body }: FastifyRequest,
    { statusCode: status }: FastifyReply,
  ) {
    if (network === undefined) return undefined;
    if (triedStorefront !== undefined)
      log.count({ who: { username: triedStorefront }, call: SIGN_IN, status: 401, network });
    if (caller === undefined) {
      if (triedName !== undefined && (status === 401 || status === 429))
        log.count({ who: { username: triedName }, call: SIGN_IN, status, network });
      return undefined;
    }
    const who = { userId: caller.id };
    if (caller.firstFactor !== undefined && (status === 401 || status === 403 || status === 429)) {
      // To be asked for a code is no failure.
      if (Reflect.has(Object(body), "code")) log.count({ who, call: SIGN_IN, status, network });
      return undefined;
    }
    const isOffices = isOfOffice(call, caller);
    // While the database does not answer, the log would not either.
    if (status === 403 || (isOffices && (call.method === "GET" || status >= 500))) {
      log.count({ who, call: declared, status, network });
      return undefined;
    }
    return isOffices
      ? log.write({ who, call: `${call.method} ${addressOf(call.path, params)}`, status, network })
      : undefined;
  }
}

type Done = (error: Error | null, payload?: unknown) => void;

/** The capabilities of those who neither sell nor admit. */
const OFFICE: ReadonlySet<Capability> = new Set(["MANAGE", "ORDERS", "REPORTS"]);

/** Returns whether a call is for the office alone, or changes something and is not made with the right to sell or admit. */
function isOfOffice({ method, access }: Audited, { capabilities }: Caller): boolean {
  const rights = access === "ANY_USER" ? [] : access;
  if (method === "GET") return rights.length > 0 && rights.every((right) => OFFICE.has(right));
  return !rights.some((right) => !OFFICE.has(right) && capabilities.has(right));
}

/** Returns the path with its ids and switches. Keys and codes are secrets, and stay `{key}`. */
function addressOf(path: string, params: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = String(Reflect.get(Object(params), name));
    const isOpen = name === "id" ? /^[1-9]\d{0,9}$/.test(value) : /^(true|false)$/.test(value);
    return isOpen ? value : placeholder;
  });
}
