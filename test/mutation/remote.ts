import type { Change, Mutant, NamedTest } from "./mutant.ts";

type Remote = Change & { readonly bug: string; readonly breaks: string; readonly red: Required<Mutant>["red"] };

/**
 * Bugs that a buyer can see. The tests run as at another company's test system, without a sandbox, a credential of the
 * service or a ledger, and must find each.
 */
export const REMOTE_MUTANTS: readonly Mutant[] = [
  ...ofBuild("remote order", [
    {
      bug: "the pay button shows a total that is too high",
      breaks: "P52",
      file: "app/[locale]/checkout/pay/page.tsx",
      text: 't("pay", { total: formatMoney(paymentParts(order).card, locale) })',
      becomes: 't("pay", { total: formatMoney({ ...cart.total, minor: paymentParts(order).card.minor + 1 }, locale) })',
      red: {
        ...paying("P52, 38, 39: shows a review with the total and edit links, and the amount on the pay button"),
        says: "toHaveAccessibleName",
      },
    },
    {
      bug: "the PDF lacks a ticket",
      breaks: "a PDF has a page for each ticket",
      file: "lib/documents/tickets-pdf/tickets-pdf.ts",
      text: "for (const ticket of file.tickets) {",
      becomes: "for (const ticket of file.tickets.slice(1)) {",
      red: {
        ...filesOfOrder("46, 47: the PDF has a page and the same QR code for each ticket, and the order's number"),
        says: "expect(received).toEqual(expected)",
      },
    },
    {
      bug: "the calendar file has another time",
      breaks: "the calendar file has the event's time",
      file: "lib/documents/calendar/calendar-file.ts",
      text: 'timeLine("DTSTART", startsAt, timeZone),',
      becomes: 'timeLine("DTSTART", new Date(Date.parse(startsAt) + 3_600_000).toISOString(), timeZone),',
      red: {
        ...filesOfOrder("47: the calendar file has one entry, with the time and the name on the page"),
        says: "expect(received).toBe(expected)",
      },
    },
    {
      bug: "the language links lead to the list",
      breaks: "a language link keeps the page",
      file: "components/site/language-links.tsx",
      text: "href={`/${locale}${path}`}",
      becomes: "href={path === undefined ? path : `/${locale}`}",
      red: { ...finding("languages", "the language links keep the page and its query"), says: "toHaveURL" },
    },
    {
      bug: "the details are lost in a reload",
      breaks: "P49",
      file: "app/[locale]/checkout/_components/kept-details.ts",
      text: "now - kept.at > KEPT_MS",
      becomes: "now >= kept.at",
      red: {
        file: "e2e/checkout/details.spec.ts",
        test: "P49, 22: keeps the input over a reload",
        says: "toHaveValue",
      },
    },
  ]),
  ...ofBuild("remote buy", [
    {
      bug: "each ticket has the QR code of the first",
      breaks: "P56",
      file: "app/[locale]/sales/[link]/_components/tickets/ticket-list.tsx",
      text: "ticket={ticket}",
      becomes: "ticket={tickets[0] ?? ticket}",
      red: {
        file: "e2e/checkout/purchase.spec.ts",
        test: "P56: the good card leads to a ticket with a readable QR code for each place",
        says: "Expected: 2\nReceived: 1",
      },
    },
    {
      bug: "a declined card leads to the order",
      breaks: "P56",
      file: "app/[locale]/checkout/pay/actions.ts",
      text: "return again(words[outcome.refusal]);",
      becomes: 'return redirect({ href: "/checkout", locale });',
      red: {
        file: "e2e/checkout/purchase.spec.ts",
        test: "P56: the bad card leads back to the pay page with the reservation kept",
        says: "toBeFocused",
      },
    },
    {
      bug: "an emptied cart stays reserved",
      breaks: "an emptied cart has no reservation",
      file: "lib/purchase/release/release-tickets.ts",
      text: "  if (!(await releaseReserved(released.map(({ key }) => key)))) return false;\n\n  if (visit.paidKeys) await amendVisit({ ...visit, reservations: [] });\n  else await forgetVisit();",
      becomes: "  if (released.length > 0) return true;\n  await amendVisit(visit);\n  await forgetVisit();",
      red: {
        file: "e2e/cart/undo.spec.ts",
        test: "24: the checkout of an emptied cart says that nothing is reserved",
        says: "Your cart has expired or was emptied.",
      },
    },
    {
      bug: "the order bar counts one ticket of each type",
      breaks: "P50",
      file: "components/picker/order-bar.tsx",
      text: "timesMoney(ticket.price, quantity)",
      becomes: "timesMoney(ticket.price, Math.min(quantity, 1))",
      red: {
        file: "e2e/cart/one-total.spec.ts",
        test: "P50, P52: the event page, the cart, the pay button and the receipt show one total",
        says: "expect(received).toBe(expected)",
      },
    },
    {
      bug: "an empty selection has no message",
      breaks: "a refusal has a message",
      file: "app/[locale]/events/[eventId]/_components/ticket-picker.tsx",
      text: "return say(words.chooseFirst);",
      becomes: 'return say("");',
      red: {
        file: "e2e/choose/reserve.spec.ts",
        test: "17: reports an empty selection at the list of tickets, without a request",
        says: "Choose at least one ticket",
      },
    },
  ]),
];

function ofBuild(build: string, mutants: readonly Remote[]): readonly Mutant[] {
  return mutants.map(({ bug, ...mutant }) => ({ ...mutant, name: `remote: ${bug}`, build, at: "uat" }));
}

function paying(test: string): NamedTest {
  return { file: "e2e/checkout/pay.spec.ts", test };
}

function filesOfOrder(test: string): NamedTest {
  return { file: "e2e/order/files.spec.ts", test };
}

function finding(spec: string, test: string): NamedTest {
  return { file: `e2e/find/${spec}.spec.ts`, test };
}
