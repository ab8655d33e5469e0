import type { RefundPolicy } from "#src/catalogue/domain/event.ts";
import type { VenuePlan } from "./plan.ts";

export const CUSTOMHOUSE = "The Customhouse";
export const SHED = "Shed Nine";
export const TIDEWATER = "The Tidewater Room";
export const BLUESTONE = "Bluestone Court";

/** Returns a page with a map and a pin. */
export function mapAt(latitude: string, longitude: string): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
}

export const VENUES: readonly VenuePlan[] = [
  {
    name: CUSTOMHOUSE,
    timeZone: "Pacific/Auckland",
    mapUrl: mapAt("-41.2852", "174.7787"),
    address: {
      streetAddress1: "14 Bond Store Lane",
      city: "Wellington",
      postcode: "6011",
      state: "Wellington",
      country: "New Zealand",
    },
    sections: { Stalls: 220, Circle: 120, Gallery: 40 },
    doors: { Stalls: "Door A, ground floor", Circle: "Door C, upstairs", Gallery: "Door C, top floor" },
    configurations: { "Full house": ["Stalls", "Circle", "Gallery"], "Stalls only": ["Stalls"] },
  },
  {
    name: SHED,
    timeZone: "Pacific/Auckland",
    mapUrl: mapAt("-43.6046", "172.7208"),
    address: {
      streetAddress1: "9 Wharf Road",
      city: "Lyttelton",
      postcode: "8082",
      state: "Canterbury",
      country: "New Zealand",
    },
    // The long room divides into two halves: no configuration has it whole and in halves.
    overlaps: { "East room": ["Long room"], "West room": ["Long room"] },
    sections: { Floor: 350, Mezzanine: 60, "Long room": 44, "East room": 20, "West room": 24, Shop: 400 },
    doors: {
      Floor: "North doors",
      Mezzanine: "East stairs",
      "Long room": "Wharf entrance",
      "East room": "Wharf entrance",
      "West room": "Wharf entrance",
    },
    configurations: {
      "Main hall": ["Floor", "Mezzanine"],
      "Main hall with a shop": ["Floor", "Mezzanine", "Shop"],
      "Long room": ["Long room"],
      "Two rooms": ["East room", "West room"],
    },
  },
  {
    name: TIDEWATER,
    timeZone: "Australia/Sydney",
    mapUrl: mapAt("-33.8575", "151.2087"),
    address: {
      streetAddress1: "Level 1, 3 Wharfside Walk",
      city: "Sydney",
      postcode: "2000",
      state: "NSW",
      country: "Australia",
    },
    sections: { Tables: 72, Bar: 24 },
    doors: { Tables: "Level 1, by the lift", Bar: "Level 1, by the lift" },
    configurations: { Cabaret: ["Tables", "Bar"] },
  },
  {
    name: BLUESTONE,
    timeZone: "Australia/Adelaide",
    mapUrl: mapAt("-34.9250", "138.5890"),
    address: {
      streetAddress1: "31 Maltings Lane",
      city: "Adelaide",
      postcode: "5000",
      state: "SA",
      country: "Australia",
    },
    sections: { Courtyard: 140, Veranda: 36 },
    doors: { Courtyard: "Maltings Lane gate", Veranda: "Garden gate" },
    configurations: { "Courtyard and veranda": ["Courtyard", "Veranda"] },
  },
];

const DAY = 24;
const WEEK = 7 * DAY;

function policy(untilHoursBefore: number, percentage: number, keepsFee: boolean): RefundPolicy {
  return { untilHoursBefore, percentage, keepsFee };
}

/** The refund policies of the season's events. */
export const REFUNDS = {
  untilStart: policy(0, 100, false),
  full24: policy(DAY, 100, false),
  full48: policy(2 * DAY, 100, false),
  full7Days: policy(WEEK, 100, false),
  lessFee24: policy(DAY, 100, true),
  lessFee48: policy(2 * DAY, 100, true),
  lessFee7Days: policy(WEEK, 100, true),
  part7Days: policy(WEEK, 75, true),
  half7Days: policy(WEEK, 50, false),
} as const;
