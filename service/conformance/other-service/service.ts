import { rm } from "node:fs/promises";
import type { Answer } from "./answers.ts";
import { ACCOUNT_ID, catalogueCalls } from "./catalogue-calls.ts";
import { makeCertificates } from "./certificates.ts";
import { openPayments, type Plan } from "./payments.ts";
import { plainCatalogueCalls } from "./plain-catalogue.ts";
import { PLAIN_SHAPES } from "./plain-sales.ts";
import { admissionCalls, saleCalls } from "./sale-calls.ts";
import { OPEN_SHAPES } from "./sale-shapes.ts";
import { openSales, type Wanted } from "./sales.ts";
import { openCatalogue } from "./season.ts";
import { answerCall, type Call, type Fault, startServer } from "./server.ts";

/** What is wrong with the service, so that a test of it must fail. */
export type Breakage = {
  readonly isOpen?: boolean;
  /** Reads something else than was sent. */
  readonly reads?: (call: Call) => Call;
  /** Answers something else; `call` is such as `GET /cart/a1`. */
  readonly answers?: (answer: Answer, call: string) => Answer;
};

export type OtherService = Awaited<ReturnType<typeof startOtherService>>;

type Options = {
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly delayMs?: number;
  /** Whether it has only what the specification and the public reference say. */
  readonly plain?: boolean;
};

/**
 * Starts a ticketing service of another maker, in memory: it keeps the v2 interface and has none of the reference
 * service's extensions. It shares no code with the reference service. The returned functions are the tests' control.
 */
export async function startOtherService({
  port = 0,
  user = "other-shop",
  password = "other-shop-password",
  delayMs = 0,
  plain = false,
}: Options = {}) {
  const { folder, key, cert, ca } = await makeCertificates();
  const now = () => Date.now();
  const catalogue = openCatalogue(new Date(now()));
  const sales = openSales(catalogue, now);
  const shapes = plain ? PLAIN_SHAPES : OPEN_SHAPES;
  const payments = openPayments(sales, shapes, () => new Date(now()));
  const routes = [
    ...(plain ? plainCatalogueCalls(catalogue) : catalogueCalls(catalogue)),
    ...saleCalls({ catalogue, sales, payments, shapes, now }),
    ...admissionCalls(sales, shapes),
  ];
  const faults: Fault[] = [];
  let delay = delayMs;
  let breakage: Breakage = {};
  const server = await startServer({
    key,
    cert,
    port,
    user,
    password,
    answer(call) {
      const { reads = (one) => one, answers = (one) => one } = breakage;
      const read = reads(call);
      return answers(answerCall(routes, read), `${call.method} ${call.path}`);
    },
    isOpen: () => breakage.isOpen === true,
    delayMs: () => delay,
    takeFault(call) {
      const at = faults.findIndex((fault) => fault.call.test(call));
      return at < 0 ? undefined : faults.splice(at, 1)[0]?.how;
    },
  });

  return {
    url: server.url,
    ca,
    user,
    password,
    accountId: ACCOUNT_ID,
    currency: "NZD",
    received: server.received,
    catalogue,
    putOnSale: catalogue.putOnSale,
    placesLeft: sales.placesLeft,
    ageReservations: sales.age,
    /** Returns how often the tickets of a sale were sent by `GET /order/{key}/sendEmail`. */
    emailsSent: (key: string) => sales.find(key)?.emailsSent,
    /** Takes places as another buyer would. Throws when there are too few. */
    reservePlaces(wanted: readonly [Wanted, ...Wanted[]]): string {
      const sale = sales.reserve(wanted[0].type.date.event, wanted, undefined);
      if (sale === undefined) throw new Error("There are not enough places left.");
      return sale.key;
    },
    /** Returns the movements of money of this amount, such as "18.50". Declined tries are none. */
    ledger: (amount: string) => payments.ledger.filter((entry) => entry.kind !== "declined" && entry.amount === amount),
    /** All tries to charge and movements of money, in order. */
    wholeLedger: payments.ledger,
    /** Sets what happens to each unpaid sale of a paid cart, and clears the faults. */
    behave(plan: Plan): void {
      payments.setPlan(plan);
      faults.length = 0;
    },
    /** Makes the next call that matches fail, such as `/^POST \/reservation/`. */
    fail(call: RegExp, how: Fault["how"]): void {
      faults.push({ call, how });
    },
    /** Breaks the service in one way, until it is called again. */
    breakBy(next: Breakage): void {
      breakage = next;
    },
    slowDown(milliseconds: number): void {
      delay = milliseconds;
    },
    async close(): Promise<void> {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
