import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { z } from "zod";
import { createProcessor, type ProcessorOptions } from "#sandbox/processor/create-processor.ts";

export const SECRET = "a secret of the tests";

const object = z.record(z.string(), z.unknown());

/** The answer, or "lost" when it was missing or incomplete. */
type Answer = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> } | "lost";

/** Starts a processor without delays on a free port. Returns the calls of a service to it. */
export async function runningProcessor(context: TestContext, options: Partial<ProcessorOptions> = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "processor-"));
  const app = createProcessor({ secret: SECRET, folder, wait: async () => {}, ...options });
  context.after(() => app.close());
  return { folder, close: () => app.close(), ...callsTo(await app.listen({ host: "127.0.0.1", port: 0 })) };
}

export function callsTo(url: string) {
  async function call(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ): Promise<Answer> {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${SECRET}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { status: response.status, headers: response.headers, body: object.parse(await response.json()) };
    } catch {
      return "lost";
    }
  }

  return {
    call,
    pay: (attempt: string, number: string, changes: { amount?: string; key?: string; card?: object } = {}) =>
      call("POST", "/payments", { "idempotency-key": changes.key ?? attempt }, paymentOf(attempt, number, changes)),
    find: (attempt: string) => call("GET", `/payments/by-attempt/${attempt}`),
    change: (id: unknown, change: "capture" | "void" | "refund") => call("POST", `/payments/${id}/${change}`),
    refundPart: (id: unknown, refund: string, amount: string) =>
      call("POST", `/payments/${id}/refund`, {}, { refund, amount }),
    findRefund: (refund: string) => call("GET", `/payments/refunds/${refund}`),
    async kinds(attempt: string): Promise<unknown> {
      const answer = await call("GET", `/_ledger?attempt=${attempt}`);
      return answer === "lost" ? answer : ledgerOf(answer.body).map(({ kind }) => kind);
    },
  };
}

export function statusOf(answer: Answer): number | "lost" {
  return answer === "lost" ? answer : answer.status;
}

/** Returns the state of a charge with its code, or the status of another answer. */
export function gist(answer: Answer): string {
  if (answer === "lost") return answer;
  const { state, code } = answer.body;
  return [answer.status, state, code].filter((part) => part !== undefined).join(" ");
}

function ledgerOf(body: Record<string, unknown>): readonly { kind: string }[] {
  return Array.isArray(body.entries) ? body.entries : [];
}

function paymentOf(
  attempt: string,
  number: string,
  { amount = "97.00", card = {} }: { amount?: string; card?: object },
) {
  const good = { name: "Ada Lovelace", number, expiryMonth: 12, expiryYear: 2031, cvv: "737" };
  return { attempt, amount, currency: "AUD", card: { ...good, ...card } };
}
