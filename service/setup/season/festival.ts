import type { EventPlan, GroupPlan } from "./plan.ts";
import { BLUESTONE, CUSTOMHOUSE, REFUNDS, SHED } from "./venues.ts";

const OPENING = "Long Light: The Opening Supper";
const HALF_PAST = "Long Light: Half Past Anything";
const LAST_BOAT = "Long Light: The Last Boat Home";

/**
 * A weekend of three events, one of them sold out, an evening in a time zone with a half-hour offset, and a date over three
 * days.
 */
export const FESTIVAL: readonly EventPlan[] = [
  {
    name: OPENING,
    venue: SHED,
    configuration: "Two rooms",
    ageLimit: "All ages",
    refundPolicy: REFUNDS.lessFee7Days,
    doorsMinutesBefore: 30,
    abstractText: "Twenty-four chairs, one long table, songs between the courses.",
    description:
      "The weekend begins where it always has: at the table in the West room, with chowder, the harbour pilot’s accordion and whoever has come home for it.\n\nTell the kitchen at the door what you do not eat.",
    tags: ["Music", "Food", "Festival"],
    dates: [{ week: 6, day: "fri", at: "18:30", until: "21:00" }],
    ticketTypes: [{ name: "Chair at the table", section: "West room", price: "78.00", fee: "4.00", most: 8 }],
    sold: [{ date: 0, ticketType: "Chair at the table", quantity: 24 }],
  },
  {
    name: HALF_PAST,
    venue: SHED,
    configuration: "Main hall",
    ageLimit: "All ages",
    refundPolicy: REFUNDS.full48,
    doorsMinutesBefore: 30,
    abstractText: "Eleven short sets, each beginning at half past something.",
    description:
      "From noon to nine, a new act every forty minutes: a brass band on a barge, two poets, a loop pedal, a choir of dentists. Come and go as you like; the stamp on your hand lets you back in.\n\nChildren under five need no ticket.",
    tags: ["Music", "Family", "Festival"],
    dates: [{ week: 6, day: "sat", at: "12:00", until: "21:00" }],
    ticketTypes: [
      { name: "Adult", section: "Floor", price: "54.00", fee: "3.00" },
      { name: "Concession", section: "Floor", price: "42.00", fee: "3.00" },
      { name: "Under 16", section: "Floor", price: "15.00", fee: "1.50" },
      { name: "Mezzanine chair", section: "Mezzanine", price: "72.00", fee: "3.00", most: 6 },
    ],
    sold: [{ date: 0, ticketType: "Mezzanine chair", quantity: 11 }],
  },
  {
    name: LAST_BOAT,
    venue: CUSTOMHOUSE,
    configuration: "Full house",
    ageLimit: "All ages",
    refundPolicy: REFUNDS.full48,
    doorsMinutesBefore: 45,
    abstractText: "The closing concert: one orchestra, one ferry horn, on purpose this time.",
    description:
      "Everybody who played on Saturday and can still stand, with the Customhouse Sinfonietta. The last piece was written for strings and the horn of the 9.15, which the company has promised to sound.\n\nNinety minutes without an interval.",
    tags: ["Music", "Festival"],
    dates: [{ week: 6, day: "sun", at: "19:30", until: "21:00" }],
    ticketTypes: [
      { name: "Adult", section: "Stalls", price: "62.00", fee: "3.50" },
      { name: "Concession", section: "Stalls", price: "48.00", fee: "3.50" },
      { name: "Adult", section: "Circle", price: "48.00", fee: "3.50" },
      { name: "Standing", section: "Gallery", price: "18.00", fee: "1.50" },
    ],
  },
  {
    name: "Dry Creek Stories",
    venue: BLUESTONE,
    configuration: "Courtyard and veranda",
    ageLimit: "15+",
    refundPolicy: REFUNDS.lessFee48,
    doorsMinutesBefore: 60,
    currency: "AUD",
    abstractText: "True tales from a country that forgets its rivers.",
    description:
      "Four people who were there tell what happened, in ten minutes each and without notes. A fiddler fills the gaps, of which there are some.\n\nThe courtyard is open to the sky. Bring something warm.",
    tags: ["Storytelling", "Outdoors"],
    dates: [{ week: 5, day: "sat", at: "19:00", until: "21:00" }],
    ticketTypes: [
      { name: "Courtyard", section: "Courtyard", price: "36.00", fee: "2.00" },
      { name: "Courtyard, concession", section: "Courtyard", price: "26.00", fee: "2.00" },
      { name: "Veranda", section: "Veranda", price: "48.00", fee: "2.00", most: 6 },
    ],
  },
  {
    name: "Salt & Strings",
    venue: SHED,
    configuration: "Main hall",
    ageLimit: "All ages",
    refundPolicy: REFUNDS.full7Days,
    abstractText: "Three days of fiddles, field recordings and fish soup.",
    description:
      "One ticket for the whole weekend: concerts from six on Friday, workshops and a long lunch on Saturday, and a session on Sunday that ends when the last player has to catch a train.\n\nBring an instrument if you have one. There are spare spoons.",
    tags: ["Music", "Family", "Festival"],
    dates: [{ week: 7, day: "fri", at: "18:00", lasts: 3, until: "17:00" }],
    ticketTypes: [
      { name: "Weekend", section: "Floor", price: "120.00", fee: "5.00" },
      { name: "Weekend, under 16", section: "Floor", price: "40.00", fee: "2.50" },
    ],
  },
];

export const GROUPS: readonly GroupPlan[] = [
  {
    name: "Long Light Weekend",
    abstractText: "Three days of music between the wharves, when the evenings are longest.",
    description:
      "A supper on Friday, a whole day on Saturday and a concert to end it on Sunday. Each has its own ticket: come to one, or to all of them.",
    tags: ["Music", "Festival"],
    events: [OPENING, HALF_PAST, LAST_BOAT],
  },
];
