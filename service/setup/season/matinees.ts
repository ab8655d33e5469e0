import { type DiscountPlan, type EventPlan, type OpeningCodePlan, run } from "./plan.ts";
import { CUSTOMHOUSE, REFUNDS, SHED } from "./venues.ts";

const MATINEES = "Saturday Matinee Club";
const SATURDAY = ["saturday"];

/** An event for trying codes and savings: a pack, discount codes, a booking code and a reveal code. */
export const MATINEE_CLUB: readonly EventPlan[] = [
  {
    name: MATINEES,
    venue: CUSTOMHOUSE,
    configuration: "Stalls only",
    ageLimit: "All ages",
    refundPolicy: REFUNDS.full48,
    doorsMinutesBefore: 30,
    abstractText: "An old film, a live piano, and out again before dark.",
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
        codeRequired: true,
        description: "With the code on your membership card.",
      },
      {
        name: "Ushers’ row",
        section: "Stalls",
        price: "5.00",
        fee: "0.00",
        allocation: 12,
        hidden: true,
        description: "For the families of those who tear the tickets.",
      },
    ],
  },
];

export const DISCOUNTS: readonly DiscountPlan[] = [
  { name: "Long Light weekend pass", group: "Long Light Weekend", kind: "FESTIVAL", percentage: 15, minimumEvents: 2 },
  {
    name: "Matinee saver",
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

export const DAYS_OUT: readonly EventPlan[] = [
  {
    name: "Open Doors: A Free Saturday of Music for Small Ears",
    venue: CUSTOMHOUSE,
    configuration: "Stalls only",
    ageLimit: "Under 7s with an adult",
    refundPolicy: REFUNDS.untilStart,
    doorsMinutesBefore: 15,
    abstractText: "Forty minutes, cushions on the floor, and nobody says hush.",
    description:
      "Once a month the hall opens its doors to the under-sevens and the people who carry their bags. Musicians of the orchestra play, explain and let things be touched.\n\nIt costs nothing. Please take a ticket for everybody who comes, so that we have cushions enough, and give it back if you cannot come.",
    tags: ["Family", "Music", "Free"],
    dates: run([2, 6, 10], ["sat"], { at: "10:00", until: "10:40" }),
    ticketTypes: [
      { name: "Small ears", section: "Stalls", price: "0.00", fee: "0.00", allocation: 120, most: 6 },
      { name: "Bag carrier", section: "Stalls", price: "0.00", fee: "0.00", most: 4 },
    ],
  },
  {
    name: "Metropolis, with Live Score",
    venue: CUSTOMHOUSE,
    configuration: "Full house",
    ageLimit: "10+",
    refundPolicy: REFUNDS.full48,
    doorsMinutesBefore: 30,
    abstractText: "Fritz Lang’s city of 1927, and nine players in the pit.",
    description:
      "The restored print, two and a half hours long, with a new score for strings, percussion and one typewriter. There is an interval after the flood begins.",
    tags: ["Film", "Music"],
    qrType: "A",
    dates: run([4], ["wed", "thu"], { at: "19:00", until: "21:50" }),
    ticketTypes: [
      { name: "Adult", section: "Stalls", price: "36.00", fee: "2.50" },
      { name: "Adult", section: "Circle", price: "30.00", fee: "2.50" },
      { name: "Student", section: "Circle", price: "18.00", fee: "2.50" },
    ],
  },
  {
    name: "Dawn Chorus: A Walk for Ears",
    venue: SHED,
    configuration: "Two rooms",
    ageLimit: "10+",
    refundPolicy: REFUNDS.full24,
    doorsMinutesBefore: 15,
    abstractText: "Up the hill in the dark, down again with breakfast.",
    description:
      "We meet at the East room for tea, walk forty minutes without a word, and listen to korimako and riroriro wake up. Breakfast is at the West room at eight.\n\nThe path is steep and can be wet. Dogs stay at home.",
    tags: ["Outdoors"],
    qrType: "A",
    dates: run([1, 2, 3, 4, 5, 6], ["sat", "sun"], { at: "05:15", until: "08:45" }),
    ticketTypes: [
      { name: "Walk", section: "East room", price: "24.00", fee: "1.50", most: 4 },
      { name: "Walk and breakfast", section: "West room", price: "46.00", fee: "1.50", most: 4 },
    ],
    sold: [{ date: 0, ticketType: "Walk", quantity: 12 }],
  },
  {
    name: "Salt and Sourdough: A Workshop",
    venue: SHED,
    configuration: "Long room",
    ageLimit: "14+",
    refundPolicy: REFUNDS.full7Days,
    doorsMinutesBefore: 15,
    abstractText: "Three hours, one loaf, and a starter to take home.",
    description:
      "Bring an apron and a jar with a lid. Everything else, from flour to patience, is here. The oven holds twenty-four loaves, which is why there are twenty-four places.",
    tags: ["Workshop", "Food"],
    dates: run([3, 7], ["sun"], { at: "13:00", until: "16:00" }),
    ticketTypes: [{ name: "Baker", section: "Long room", price: "89.00", fee: "4.50", allocation: 24, most: 2 }],
  },
];
