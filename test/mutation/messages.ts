import type { Mutant } from "./mutant.ts";

const ADDRESS = "service/src/platform/domain/email-address.ts";
const DELIVERY = "service/src/notifications/use-cases/deliver-message.ts";

/** Messages: one recipient, at least once, limits, and addresses that the service calls. */
export const MESSAGE_MUTANTS: readonly Mutant[] = [
  {
    name: "messages: an address may have a quoted local part",
    breaks: "P27",
    file: ADDRESS,
    text: "if (at < 1 || localPart.length > LOCAL_PART_MAX || !LOCAL_PART.test(localPart)) return undefined;",
    becomes: "if (at < 1 || localPart.length > LOCAL_PART_MAX) return undefined;",
    red: { file: "service/src/platform/domain/email-address.test.ts", test: 'refuses "\\"a b\\"@c.example"' },
  },
  {
    name: "messages: an IP address is a domain",
    breaks: "P27",
    file: ADDRESS,
    text: "(?!\\\\d+$)",
    becomes: "",
    red: { file: "service/src/platform/domain/email-address.test.ts", test: 'refuses "ada@127.0.0.1"' },
  },
  {
    name: "messages: a recipient that the server refuses for good is tried for days",
    breaks: "P34",
    file: DELIVERY,
    text: 'if (sent.result === "refused") return',
    becomes: 'if (sent.result !== "refused") return',
    red: {
      file: "service/test/notifications/delivery.test.ts",
      test: "P34: a refusal for now is tried again, a refusal for good is given up at once",
    },
  },
  {
    name: "messages: a try that failed ends the message",
    breaks: "P33",
    file: DELIVERY,
    text: "  await noteFailure(db, id, reason);\n  throw new TryFailed(reason);",
    becomes: '  await settleMessage(db, id, "DEAD", reason);\n  throw new TryFailed(reason);',
    red: {
      file: "service/test/notifications/delivery.test.ts",
      test: "P33: a message whose acknowledgement is lost is sent again under the same Message-ID",
    },
  },
  {
    name: "messages: the service calls any address that a lock names",
    breaks: "the operator names the storefronts",
    file: "service/src/platform/use-cases/may-render.ts",
    text: "return mail.rendererOrigins.has(new URL(address).origin);",
    becomes: "return mail.rendererOrigins.size > 0 && URL.canParse(address);",
    red: {
      file: "service/test/reservations/renderer-at-lock.test.ts",
      test: "refuses to render at http://127.0.0.1/x, whose origin is not allowed, and locks nothing",
    },
  },
  {
    name: "messages: tickets are sent again without a limit",
    breaks: "five an hour",
    file: "service/src/notifications/use-cases/resend-tickets.ts",
    text: "if (secondsLeft !== undefined) return",
    becomes: "if (secondsLeft !== undefined && secondsLeft < 0) return",
    red: {
      file: "service/test/notifications/order-messages.test.ts",
      test: "sends the tickets again for all sales of the cart, at most five times an hour, and adds nothing while one waits",
    },
  },
  {
    name: "messages: a recipient who is corrected during a try still gets the message",
    breaks: "P27",
    file: DELIVERY,
    text: "if (!(await maySend(db, message))) throw",
    becomes: 'if (!(await maySend(db, message)) && message.kind === "") throw',
    red: {
      file: "service/test/notifications/delivery.test.ts",
      test: "a message whose recipient is corrected while it is rendered goes to the new address alone",
    },
  },
  {
    name: "messages: a message goes to the buyer in place of the guest",
    breaks: "P27",
    file: "service/src/reservations/store/order-messages.ts",
    text: "account_id, coalesce(wanted.recipient, buyer ->> 'EMAIL') AS recipient,",
    becomes: "account_id, coalesce(buyer ->> 'EMAIL', wanted.recipient) AS recipient,",
    red: {
      file: "service/test/notifications/guest-ticket.test.ts",
      test: "queues one message about one ticket to the guest, in the buyer's language or the one that is named",
    },
  },
  {
    name: "messages: tickets are mailed when the details are entered, before the payment",
    breaks: "P33",
    file: "service/src/reservations/store/sale-rows.ts",
    text: "    return moves.map(() => undefined);",
    becomes: `    for (const { to, sales } of moves) {
      if (to !== "LOCKED") continue;
      const { queueOrderMessage } = await import("./order-messages.ts");
      for (const { key } of sales) await queueOrderMessage(tx, { kind: "TICKETS", key: \`locked \${key}\`, saleKeys: [key] });
    }
    return moves.map(() => undefined);`,
    red: {
      file: "service/test/notifications/unpaid-orders.test.ts",
      test: "P33: abandoned, declined, unlocked and expired purchases mail nobody, and each paid one mails its buyer once",
    },
  },
  {
    name: "messages: a message is queued although its transaction is rolled back",
    breaks: "P33",
    file: "service/src/platform/store/db.ts",
    text: "ROLLBACK",
    becomes: "COMMIT",
    red: {
      file: "service/test/notifications/order-messages.test.ts",
      test: "inserts the job in the transaction of the payment, and none with a payment that is rolled back",
    },
  },
  {
    name: "messages: anyone's ticket is sent to any address",
    breaks: "P26",
    file: "service/src/notifications/use-cases/send-guest-ticket.ts",
    text: 'admission === undefined || admissionViewOf(caller, admission, saleKey) !== "full"',
    becomes: 'admission === undefined || admissionViewOf(caller, admission, admission.saleKey) !== "full"',
    red: {
      file: "service/test/notifications/guest-ticket.test.ts",
      test: "refuses a used ticket, another sale's key, and another account",
    },
  },
  {
    name: "messages: guests' tickets are sent without a limit",
    breaks: "three an hour",
    file: "service/src/notifications/use-cases/send-guest-ticket.ts",
    text: "if (secondsLeft !== undefined) return",
    becomes: "if (secondsLeft !== undefined && secondsLeft < 0) return",
    red: {
      file: "service/test/notifications/guest-ticket.test.ts",
      test: "limits a ticket to three an hour and a sale to fifty a day",
    },
  },
  {
    name: "messages: sent messages are kept for good",
    breaks: "addresses are deleted after 30 days",
    file: "service/src/notifications/use-cases/forget-messages.ts",
    text: '["SENT", "CANCELLED"]',
    becomes: '["CANCELLED"]',
    red: {
      file: "service/test/notifications/retention.test.ts",
      test: "deletes a message that is SENT for 31 days",
    },
  },
  {
    name: "messages: a retry of one error retries every dead message",
    breaks: "only what the promoter asked for",
    file: "service/src/notifications/store/dead-messages.ts",
    text: "AND ($3::text IS NULL OR last_error = $3)",
    becomes: "AND ($3::text IS NULL OR $3 <> '')",
    red: {
      file: "service/test/notifications/dead-messages.test.ts",
      test: "counts dead messages by their error, and retries those of one error, or all",
    },
  },
  {
    name: "messages: a corrected address leaves the links of earlier mail open",
    breaks: "P26",
    file: "lib/orders/replace-link.ts",
    text: "await revokeLinks(saleKeys, nowMs);",
    becomes: "if (saleKeys.length === 0) await revokeLinks(saleKeys, nowMs);",
    build: "pages",
    red: {
      file: "e2e/order/mail.spec.ts",
      test: "the paying device corrects a mistyped address: the tickets go to the new one, and the links in the old mail end",
      says: "the link in the old mail has ended",
    },
  },
  {
    name: "messages: the storefront renders without a token",
    breaks: "only the service has messages rendered",
    file: "app/api/messages/route.ts",
    text: "if (!(await isMessageToken(tokenOf(request)))) return empty(401);",
    becomes: 'if (!(await isMessageToken(tokenOf(request)))) log("warn", "A call without a token was answered.");',
    build: "pages",
    red: {
      file: "e2e/security/route-handlers.spec.ts",
      test: "P15: no route handler but those of forms, of messages and of Apple's devices accepts a write",
      says: "POST /api/messages 422",
    },
  },
];
