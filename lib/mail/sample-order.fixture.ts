import type { OrderFacts, Shop } from "./order-facts.ts";

const money = (minor: number) => ({ minor, currency: "NZD" });

/** Returns an order of two events with everything that a message can show. */
export function sampleOrder(): OrderFacts {
  return {
    reference: "F4K7Q2",
    link: "https://tickets.example/en/sales/sealed-link",
    buyer: { firstName: "Ana", lastName: "Lee", email: "ana@example.com" },
    events: [
      {
        name: "Half Past Anything",
        startsAt: "2027-01-02T12:00:00+13:00",
        doorsAt: "2027-01-02T11:30:00+13:00",
        timeZone: "Pacific/Auckland",
        city: "Lyttelton",
        venue: "Shed Nine",
        address: "9 Wharf Road, Lyttelton",
        mapUrl: "https://www.openstreetmap.org/?mlat=-43.6&mlon=172.7",
        ageLimit: "16+",
        tickets: [
          { name: "Adult", section: "Floor", door: "Wharf door", quantity: 2 },
          { name: "Programme", quantity: 1 },
        ],
      },
      {
        name: "The Last Boat Home",
        startsAt: "2027-01-03T19:30:00+13:00",
        doorsAt: "2027-01-03T18:45:00+13:00",
        timeZone: "Pacific/Auckland",
        city: "Wellington",
        venue: "The Customhouse",
        address: "14 Bond Store Lane, Wellington",
        mapUrl: "https://www.openstreetmap.org/?mlat=-41.2&mlon=174.7",
        tickets: [
          { name: "Adult", section: "Stalls", door: "Door A", quantity: 1 },
          { name: "Adult", section: "Circle", door: "Door C", quantity: 1 },
        ],
      },
    ],
    receipt: {
      events: [
        {
          name: "Half Past Anything",
          lines: [
            {
              name: "Adult",
              section: "Floor",
              quantity: 2,
              each: money(5_700),
              total: money(11_400),
              price: money(5_400),
              fee: money(300),
              showsEach: true,
            },
            { name: "Programme", quantity: 1, each: money(800), total: money(800), showsEach: false },
          ],
        },
        {
          name: "The Last Boat Home",
          lines: [
            {
              name: "Adult",
              section: "Stalls",
              quantity: 1,
              each: money(6_550),
              total: money(6_550),
              price: money(6_200),
              fee: money(350),
              showsEach: false,
            },
            {
              name: "Adult",
              section: "Circle",
              quantity: 1,
              each: money(5_150),
              total: money(5_150),
              price: money(4_800),
              fee: money(350),
              showsEach: false,
            },
          ],
        },
      ],
      subtotal: money(23_900),
      savings: [
        { rule: "multipack:7", name: "Long Light weekend pass, 15% off", amount: money(3_466) },
        { rule: "code:1", name: "FIRST20, free programme", amount: money(800) },
      ],
      total: money(19_634),
      tax: money(2_561),
      methods: "Visa",
      paidAt: "2026-11-22T01:41:00Z",
      timeZone: "Pacific/Auckland",
    },
    guestsWaiting: 2,
    terms: [
      {
        event: "Half Past Anything",
        url: "https://longlight.example/terms/2026-10",
        acceptedAt: "2026-11-22T01:40:00Z",
      },
    ],
    refundRules: ["Full refund until 48 hours before each event."],
  };
}

/** Returns a shop that writes in this language. */
export function sampleShop(language: string): Shop {
  return {
    language,
    brand: "Foyer",
    seller: {
      name: "Long Light Festival",
      email: "box@longlight.example",
      refundPolicyUrl: "https://longlight.example/refunds",
    },
  };
}
