/** Something that went wrong with the target while a test ran. */
export type Trouble = {
  /** ISO 8601. */
  readonly at: string;
} & (CallTrouble | { readonly what: string });

/** A failed connection, or an answer of a system that is overloaded or down. */
export type CallTrouble = {
  readonly method: string;
  /** Without the query and the address, which may hold keys. */
  readonly path: string;
  /** The status, such as 503, or the error of the connection, such as ECONNREFUSED. */
  readonly answer: string;
  readonly seconds: number;
  /** The request's id, where the answer names one. */
  readonly requestId?: string;
};

/** The attachment of a test's result that lists its trouble. */
export const TROUBLE = "trouble of the target";

/** Returns one line: "GET /en/checkout answered 503 after 1.2 s at 21:04:11 UTC". */
export function lineOf(trouble: Trouble): string {
  const time = `at ${trouble.at.slice(11, 19)} UTC`;
  if ("what" in trouble) return `${trouble.what} (${time})`;
  const { method, path, answer, seconds, requestId } = trouble;
  const happened = /^\d{3}$/.test(answer) ? `answered ${answer}` : `failed with ${answer}`;
  const id = requestId === undefined ? "" : ` (request ${requestId})`;
  return `${method} ${path} ${happened} after ${seconds.toFixed(1)} s ${time}${id}`;
}

type Attachment = { readonly name: string; readonly body?: Buffer | undefined };

/** Returns the trouble in the attachments of a result. */
export function troubleIn(attachments: readonly Attachment[]): readonly Trouble[] {
  return attachments.flatMap(({ name, body }) =>
    name === TROUBLE && body !== undefined ? (JSON.parse(body.toString()) as Trouble[]) : [],
  );
}
