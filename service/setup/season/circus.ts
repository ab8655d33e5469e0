import { type DatePlan, type EventPlan, run } from "./plan.ts";
import { REFUNDS } from "./refunds.ts";
import { SHED } from "./venues.ts";

const EVENING = { at: "19:30", until: "21:40" };
const AFTERNOON = { at: "14:00", until: "15:30" };

const DATES: readonly DatePlan[] = [
  ...run([2], ["fri", "sat"], { ...EVENING, group: "Opening weekend" }),
  ...run([2], ["sat", "sun"], { ...AFTERNOON, group: "Opening weekend" }),
  ...run([3, 4], ["fri", "sat"], EVENING),
  ...run([3], ["sat"], AFTERNOON),
  ...run([4], ["sat"], { ...AFTERNOON, isCancelled: true }),
  ...run([3, 4], ["sun"], { ...AFTERNOON, group: "Relaxed performances" }),
  ...run([5], ["fri", "sat"], { ...EVENING, onSaleInDays: 9 }),
];

/** An event page with every choice that a buyer can have. */
export const CIRCUS: readonly EventPlan[] = [
  {
    name: "The Glass Circus",
    venue: SHED,
    configuration: "Main hall with a shop",
    ageLimit: "All ages",
    refunds: REFUNDS.full24,
    doorsMinutesBefore: 40,
    abstract: "Nine acrobats, four thousand bottles, no animals.",
    description:
      "Everything on stage is made of glass that somebody threw away: the trapeze, the drum kit, the ladder that nobody should climb. Nobody has been cut since Nelson.\n\nAt the relaxed performances the lights stay half up, the loud bits are quieter, and you can move around.",
    tags: ["Circus", "Family"],
    dates: DATES,
    copies: [
      { text: "Latecomers wait for the first interval.", sortIdx: 0 },
      { text: "The ringside rows are on the floor, without backs. Bring a cushion.", sortIdx: 1 },
      { text: "Collect these at the table beside the bar, before or after.", page: "MERCHANDISE", sortIdx: 0 },
    ],
    ticketTypes: [
      { name: "Ringside", section: "Floor", price: "54.00", fee: "3.00", allocation: 24, most: 6 },
      { name: "Bench", section: "Floor", price: "38.00", fee: "3.00", allocation: 40, most: 8 },
      {
        name: "Whole family",
        section: "Floor",
        price: "26.00",
        fee: "2.00",
        allocation: 30,
        least: 4,
        most: 8,
        description: "Four or more who come together, at least two of them under sixteen.",
      },
      { name: "Balcony", section: "Mezzanine", price: "29.00", fee: "2.00", allocation: 9, most: 8 },
      {
        name: "Friends of the circus",
        section: "Mezzanine",
        price: "20.00",
        fee: "2.00",
        allocation: 6,
        needsCode: true,
        description: "For friends of the house, with the code from their card.",
      },
      { name: "Programme", section: "Shop", price: "8.00", fee: "0.00", page: "MERCHANDISE" },
      {
        name: "Bottle-green scarf",
        section: "Shop",
        price: "32.00",
        fee: "0.00",
        page: "MERCHANDISE",
        allocation: 30,
        most: 2,
        description: "Lambswool, made in Timaru.",
      },
    ],
    sold: [
      { date: 1, ticketType: "Ringside", quantity: 24 },
      { date: 1, ticketType: "Bench", quantity: 40 },
      { date: 1, ticketType: "Whole family", quantity: 30 },
      { date: 1, ticketType: "Balcony", quantity: 9 },
      { date: 1, ticketType: "Friends of the circus", quantity: 6 },
      { date: 0, ticketType: "Ringside", quantity: 21 },
    ],
  },
];
