/** What keeps a program from another one, in plain words, by the code of the operating system, of TLS or of a client. */
const CAUSE_OF_CODE = {
  ECONNREFUSED: "connection refused",
  ENOENT: "connection refused",
  ENOTFOUND: "name not found",
  ENODATA: "name not found",
  EDNS: "name not found",
  EAI_AGAIN: "the name server does not answer",
  ESERVFAIL: "the name server does not answer",
  ETIMEOUT: "the name server does not answer",
  CERT_HAS_EXPIRED: "certificate expired",
  CERT_NOT_YET_VALID: "certificate not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate of another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "authority of the certificate not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "authority of the certificate not trusted",
  UNABLE_TO_GET_ISSUER_CERT: "authority of the certificate not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "authority of the certificate not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "authority of the certificate not trusted",
  EPROTO: "no TLS that both sides speak",
  ETLS: "no TLS that both sides speak",
  EAUTH: "credential refused",
  EHOSTUNREACH: "no way to the machine",
  ENETUNREACH: "no way to the machine",
  ETIMEDOUT: "no answer in time",
  TimeoutError: "no answer in time",
  ECONNRESET: "connection broken",
  EPIPE: "connection broken",
  ECONNECTION: "connection broken",
} as const;

export type Cause = (typeof CAUSE_OF_CODE)[keyof typeof CAUSE_OF_CODE] | "answered with an error" | "other";

/** The causes that a metric names. */
export const CAUSES: readonly Cause[] = [...new Set(Object.values(CAUSE_OF_CODE)), "answered with an error", "other"];

/** Returns why another program was not reached, or gave no whole answer. `other`: by a fault that has none of the codes. */
export function causeOf(fault: unknown): Cause {
  const codes = codesOf(fault).map((code) => (code.startsWith("ERR_SSL_") ? "EPROTO" : code));
  const known = codes.find((code): code is keyof typeof CAUSE_OF_CODE => Object.hasOwn(CAUSE_OF_CODE, code));
  return known === undefined ? "other" : CAUSE_OF_CODE[known];
}

/** Returns the codes of a fault, the innermost first: a client wraps what the system said. */
function codesOf(fault: unknown): readonly string[] {
  if (!(fault instanceof Error)) return [];
  const inner = fault instanceof AggregateError ? fault.errors.flatMap(codesOf) : codesOf(fault.cause);
  // nodemailer keeps the code of the system beside its own.
  const { originalCode, code } = fault as { readonly originalCode?: unknown; readonly code?: unknown };
  return [...inner, originalCode, code, fault.name].filter((one) => typeof one === "string");
}
