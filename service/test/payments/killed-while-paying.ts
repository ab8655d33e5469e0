import { Card } from "#src/payments/domain/card.ts";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";
import { payCart } from "#src/payments/use-cases/pay.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { openPool } from "#src/platform/store/db.ts";
import { testRuntime } from "#test/runtime.ts";

// A service process that starts to pay, and is killed by its parent while it does.

export type LastOrders = {
  readonly url: string;
  readonly processor: { readonly url: string; readonly secret: string };
  readonly caller: Omit<Caller, "capabilities">;
  readonly cartKey: string;
  readonly amount: string;
  readonly voucher: { readonly code: string; readonly amount: string };
};

const { url, processor, caller, cartKey, amount, voucher } = JSON.parse(process.argv[2] ?? "{}") as LastOrders;
const runtime = testRuntime(openPool(url, 2), { processor: processorOverHttp({ ...processor, limitMs: 10_000 }) });
const card = new Card({ name: "Ada", number: "4111111111111111", expiryMonth: 12, expiryYear: 2031, cvv: "737" });
process.send?.("paying");
await payCart(runtime, {
  caller: { ...caller, capabilities: new Set() },
  scope: { cartKey },
  parts: [{ method: "CREDIT_CARD", text: amount }],
  card,
  voucher,
});
process.send?.("paid");
