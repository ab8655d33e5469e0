const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "name not found",
  EAI_AGAIN: "the name server does not answer",
  CERT_HAS_EXPIRED: "certificate expired",
  CERT_NOT_YET_VALID: "certificate not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate of another name",
  EHOSTUNREACH: "no way to the machine",
  ENETUNREACH: "no way to the machine",
  ECONNRESET: "connection broken",
  EPIPE: "connection broken",
  UND_ERR_SOCKET: "connection broken",
  ETIMEDOUT: "no answer in time",
  "time-out": "no answer in time",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "no answer in time",
};

/** Returns why another program was not reached in plain words, by the code of the operating system, of TLS or of the client. */
export function causeInWords(code: string): string {
  if (/^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)) return "authority of the certificate not trusted";
  if (/^(EPROTO|ERR_SSL_)/.test(code)) return "no TLS that both sides speak";
  return WORDS[code] ?? code;
}
