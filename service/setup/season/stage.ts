import { type EventPlan, run } from "./plan.ts";
import { REFUNDS } from "./refunds.ts";
import { CUSTOMHOUSE, SHED, TIDEWATER } from "./venues.ts";

export const STAGE: readonly EventPlan[] = [
  {
    name: "The Lighthouse Keeper’s Daughter",
    venue: CUSTOMHOUSE,
    configuration: "Full house",
    ageLimit: "12+",
    refunds: REFUNDS.full48,
    doorsMinutesBefore: 45,
    abstract: "A new play about a lamp, a strike and a girl who could read the weather.",
    description:
      "Cape Foulwind, 1890. The keeper is ill, the supply boat is three weeks late, and his daughter Iris has been writing his logbook for longer than anybody in Wellington suspects. Then a steamer appears where no steamer should be.\n\nMere Tawhai’s first full-length play runs for five weeks with live foley, a cast of six and one very old lens.\n\nTwo hours and ten minutes, including an interval. Suitable from twelve years.",
    tags: ["Theatre", "New writing"],
    dates: run([1, 2, 3, 4, 5], ["tue", "wed", "thu", "fri", "sat", "sun"], { at: "19:30", until: "21:40" }),
    ticketTypes: [
      { name: "Adult", section: "Stalls", price: "58.00", fee: "3.50" },
      {
        name: "Concession",
        section: "Stalls",
        price: "46.00",
        fee: "3.50",
        description: "Gold card, student or community services card. Bring it along.",
      },
      { name: "Adult", section: "Circle", price: "44.00", fee: "3.50" },
      { name: "Under 18", section: "Circle", price: "22.00", fee: "2.00" },
      {
        name: "Standing",
        section: "Gallery",
        price: "15.00",
        fee: "1.50",
        description: "No seat, good view. Bring flat shoes.",
      },
    ],
    sold: [
      { date: 0, ticketType: "Standing", quantity: 9 },
      { date: 3, ticketType: "Concession", quantity: 6 },
    ],
  },
  {
    name: "The Complete, Unabridged and Only Slightly Exaggerated History of the Inter-Island Ferry, as Remembered by Those Who Were Seasick at the Time: A Musical in Two Crossings",
    venue: SHED,
    configuration: "Main hall",
    ageLimit: "All ages",
    refunds: REFUNDS.lessFee24,
    doorsMinutesBefore: 40,
    abstract: "Eleven songs, one swell, no refunds for weather.",
    description:
      "From the paddle steamers to the great cancellation of last July, told by five actors, a brass quartet and a bucket. The first crossing lasts fifty minutes, the second depends on the southerly.\n\nThe front rows may get wet. It is only water.",
    tags: ["Theatre", "Comedy", "Music"],
    dates: run([2, 3], ["fri", "sat"], { at: "20:00", until: "22:15" }),
    ticketTypes: [
      { name: "Main deck", section: "Floor", price: "39.00", fee: "2.50" },
      { name: "Main deck, concession", section: "Floor", price: "29.00", fee: "2.50" },
      { name: "Upper deck", section: "Mezzanine", price: "49.00", fee: "2.50" },
    ],
  },
  {
    name: "Late Shift: Stand-up after Ten",
    venue: TIDEWATER,
    configuration: "Cabaret",
    ageLimit: "18+",
    refunds: REFUNDS.lessFee24,
    doorsMinutesBefore: 30,
    abstract: "Five comics, one clock, lights up at midnight.",
    description:
      "Every Friday the Tidewater hands its microphone to four people who are good at this and one who has never done it before. You will not be told which is which.\n\nEighteen and over. Seats at the tables are shared.",
    tags: ["Comedy"],
    dates: run([1, 2, 3, 4, 5, 6, 7, 8], ["fri"], { at: "22:00", until: "23:59" }),
    ticketTypes: [
      {
        name: "Early bird",
        section: "Tables",
        price: "18.00",
        fee: "1.50",
        allocation: 12,
        most: 4,
        description: "The first twelve of each night.",
      },
      { name: "Table", section: "Tables", price: "26.00", fee: "1.50", most: 8 },
      { name: "Bar stool", section: "Bar", price: "20.00", fee: "1.50", most: 4 },
    ],
    sold: [{ date: 0, ticketType: "Early bird", quantity: 12 }],
  },
  {
    name: "The Clockmaker’s Apprentice",
    venue: CUSTOMHOUSE,
    configuration: "Stalls only",
    ageLimit: "4+",
    refunds: REFUNDS.full48,
    doorsMinutesBefore: 20,
    abstract: "Puppets, cogs and a very small dragon. For everybody over four.",
    description:
      "When the town clock stops at eleven minutes past, Pip has until the next eleven minutes past to find out who has been eating the springs. Twenty-two puppets, two puppeteers, fifty-five minutes, no interval.\n\nChildren under two sit on a lap and need no ticket.",
    tags: ["Family", "Theatre"],
    dates: [
      { week: 3, day: "sat", at: "10:30", until: "11:25", label: "Saturday morning", group: "First weekend" },
      { week: 3, day: "sat", at: "14:00", until: "14:55", label: "Saturday afternoon", group: "First weekend" },
      {
        week: 3,
        day: "sun",
        at: "10:30",
        until: "11:25",
        label: "Sunday morning, relaxed performance",
        group: "First weekend",
      },
      { week: 4, day: "sat", at: "10:30", until: "11:25", label: "Saturday morning", group: "Second weekend" },
      {
        week: 4,
        day: "sat",
        at: "14:00",
        until: "14:55",
        label: "Saturday afternoon",
        group: "Second weekend",
        isCancelled: true,
      },
    ],
    ticketTypes: [
      { name: "Child", section: "Stalls", price: "14.00", fee: "1.00" },
      { name: "Adult", section: "Stalls", price: "19.00", fee: "1.00" },
      {
        name: "Family of four",
        section: "Stalls",
        price: "56.00",
        fee: "2.00",
        allocation: 30,
        most: 3,
        description: "Two adults and two children, or one and three. Admits the whole family on one ticket.",
      },
    ],
  },
];
