import { type DiscountPlan, type EventPlan, type OpeningCodePlan, run } from "./plan.ts";
import { REFUNDS } from "./refunds.ts";
import { CUSTOMHOUSE } from "./venues.ts";

const MATINEES = "Saturday Matinee Club";
const SATURDAY = ["saturday"];

/** An event for trying codes and savings: a pack, discount codes, a booking code and a reveal code. */
export const MATINEE_CLUB: readonly EventPlan[] = [
  {
    name: MATINEES,
    venue: CUSTOMHOUSE,
    configuration: "Stalls only",
    ageLimit: "All ages",
    refunds: REFUNDS.full48,
    doorsMinutesBefore: 30,
    abstract: "An old film, a live piano, and out again before dark.",
    description:
      "The pianist sees the film for the first time when you do. Any three Saturday tickets together cost less, whichever Saturdays they are for.\n\nMembers of the club and the families of the ushers have codes for seats of their own.",
    tags: ["Film", "Family"],
    dates: run([3, 4, 5], ["sat"], { at: "14:00", until: "16:00" }),
    ticketTypes: [
      { name: "Adult", section: "Stalls", price: "22.00", fee: "1.50", tags: SATURDAY },
      { name: "Under 16", section: "Stalls", price: "12.00", fee: "1.00", tags: SATURDAY },
      {
        name: "Club member",
        section: "Stalls",
        price: "15.00",
        fee: "1.00",
        allocation: 40,
        needsCode: true,
        description: "With the code on your membership card.",
      },
      {
        name: "Ushers’ row",
        section: "Stalls",
        price: "5.00",
        fee: "0.00",
        allocation: 12,
        isHidden: true,
        description: "For the families of those who tear the tickets.",
      },
    ],
  },
];

export const DISCOUNTS: readonly DiscountPlan[] = [
  { name: "Long Light weekend pass", group: "Long Light Weekend", kind: "FESTIVAL", percentage: 15, minimumEvents: 2 },
  {
    name: "Any three Saturday tickets",
    events: [MATINEES],
    kind: "MULTIPACK",
    tag: "saturday",
    quantity: 3,
    percentage: 20,
  },
  { name: "Ten per cent off", events: [MATINEES], kind: "TICKET", percentage: 10, codes: [{ text: "SAVE10" }] },
  {
    name: "First to come",
    events: [MATINEES],
    kind: "ORDER",
    amount: "5.00",
    codes: [{ text: "FIRST20", maximumUses: 20 }],
  },
];

export const OPENING_CODES: readonly OpeningCodePlan[] = [
  { text: "CLUBCARD", kind: "BOOKING", event: MATINEES },
  { text: "USHERS", kind: "REVEAL", event: MATINEES },
  { text: "GREENGLASS", kind: "BOOKING", event: "The Glass Circus" },
];
