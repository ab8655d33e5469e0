import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Agent, fetch } from "undici";

/**
 * What happens to each sale of a cart, the oldest first; further sales are paid. With "whole" the reference service pays
 * the whole cart or nothing.
 */
export type Plan = readonly ("pay" | "refuse" | "leave")[] | "whole";

/** A call that fails once: its answer is lost, or it is not carried out. */
type Fault = { readonly call: RegExp; readonly how: "lost" | "down" };

/** Extensions of the interface, which this service does not have. */
const EXTENSIONS = /^\/account\/\d+\/facets(\?|$)/;

type Target = { readonly url: string; readonly ca: string; readonly badCard: string };
type Sale = { readonly key: string; readonly status: string; readonly total: { readonly amount: number } };
type Payment = { readonly key: string; readonly type?: string; readonly status: string };

/**
 * Starts a ticketing service that charges each sale of a cart separately and goes on after a refusal, as the interface
 * permits. It is a proxy of the reference service, so stock, charges and ledger are real.
 */
export async function startPerSaleService({ url: target, ca, badCard }: Target) {
  const folder = await mkdtemp(join(tmpdir(), "foyer-per-sale-"));
  const command = join(import.meta.dirname, "..", "..", "service", "setup", "certificates.ts");
  await promisify(execFile)(process.execPath, [command, folder]);
  const [key, cert] = await Promise.all(["server-key.pem", "server.pem"].map((name) => readFile(join(folder, name))));
  const dispatcher = new Agent({ connect: { ca: await readFile(ca, "utf8") } });
  let plan: Plan = [];
  let losesAnswers = false;
  const faults: Fault[] = [];
  const tried: string[] = [];

  async function forward(method: string, path: string, headers: IncomingHttpHeaders, body?: string) {
    const { authorization = "" } = headers;
    const forwarded = { authorization, "content-type": "application/json", accept: "application/json" };
    const sent = { method, headers: forwarded, dispatcher, redirect: "manual", ...(body && { body }) } as const;
    const answer = await fetch(`${target}${path}`, sent);
    return { status: answer.status, text: await answer.text() };
  }

  async function payEach(cartKey: string, headers: IncomingHttpHeaders, body: string) {
    const { amount, creditCard } = JSON.parse(body) as { amount: number; creditCard?: object };
    const cart = JSON.parse((await forward("GET", `/cart/${cartKey}`, headers)).text) as { sales: readonly Sale[] };
    const due = cart.sales.filter(({ status }) => status === "LOCKED");
    const sum = due.reduce((total, sale) => total + Math.round(sale.total.amount * 100), 0);
    if (sum !== Math.round(amount * 100)) return { type: "WRONG_AMOUNT", payments: [] };
    const payments: Payment[] = [];
    for (const [at, sale] of due.entries())
      payments.push(await payOne(sale, plan === "whole" ? "pay" : plan[at], creditCard, headers));
    const isWhole = payments.every(({ type }) => type === "SUCCESS");
    return { type: isWhole ? "SUCCESS" : "REFUSED", payments };
  }

  async function payOne(
    sale: Sale,
    what: "pay" | "refuse" | "leave" | undefined,
    creditCard: object | undefined,
    headers: IncomingHttpHeaders,
  ): Promise<Payment> {
    if (what === "leave") return { key: sale.key, status: "LOCKED" };
    tried.push(sale.key);
    const card = what === "refuse" ? { ...creditCard, number: badCard } : creditCard;
    const body = JSON.stringify({ amounts: { CREDIT_CARD: sale.total.amount }, creditCard: card });
    const { text } = await forward("POST", `/reservation/${sale.key}/payment`, headers, body);
    const { type, payments } = JSON.parse(text) as { type: string; payments: readonly Payment[] };
    return { key: sale.key, type, status: payments[0]?.status ?? "LOCKED" };
  }

  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = await Array.fromAsync(request);
    const body = Buffer.concat(chunks).toString("utf8");
    const { method = "GET", headers } = request;
    const path = (request.url ?? "").replace(/^\/v2/, "");
    const [, cartKey] = /^\/cart\/([A-Z0-9]+)\/payment\/?$/.exec(path) ?? [];
    const json = { "content-type": "application/json" };
    const fault = takeFault(faults, `${method} ${path}`);
    if (EXTENSIONS.test(path)) return void response.writeHead(404, json).end('{"successful":false,"errors":[]}');
    if (fault?.how === "down") return void response.writeHead(503, json).end('{"successful":false,"errors":[]}');
    if (method !== "POST" || cartKey === undefined || plan === "whole") {
      const { status, text } = await forward(method, path, headers, body);
      if (fault) return void response.socket?.destroy();
      return void response.writeHead(status, json).end(text);
    }
    const answer = await payEach(cartKey, headers, body);
    if (losesAnswers) return void response.socket?.destroy();
    response.writeHead(200, json).end(JSON.stringify(answer));
  });
  server.listen(0, "localhost");
  await once(server, "listening");

  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/v2`,
    ca: join(folder, "ca.pem"),
    /** The key of a sale for each attempt to charge it. */
    tried,
    /** Sets the plan and clears the faults. With `losing` every payment's answer is lost. */
    behave(next: Plan, { losing = false } = {}): void {
      plan = next;
      losesAnswers = losing;
      faults.length = 0;
    },
    /** Makes the next call that matches fail, such as `/^POST \/reservation/`. */
    fail(call: RegExp, how: Fault["how"]): void {
      faults.push({ call, how });
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function takeFault(faults: Fault[], request: string): Fault | undefined {
  const at = faults.findIndex(({ call }) => call.test(request));
  return at < 0 ? undefined : faults.splice(at, 1)[0];
}
