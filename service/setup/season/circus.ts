import { type DatePlan, type EventPlan, run } from "./plan.ts";
import { REFUNDS, SHED } from "./venues.ts";

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
    refundPolicy: REFUNDS.full24,
    doorsMinutesBefore: 40,
    abstractText: "Nine acrobats, four thousand bottles, no animals.",
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
        codeRequired: true,
        description: "For friends of the house, with the code from their card.",
      },
      { name: "Programme", section: "Shop", price: "8.00", fee: "0.00", kind: "MERCHANDISE" },
      {
        name: "Bottle-green scarf",
        section: "Shop",
        price: "32.00",
        fee: "0.00",
        kind: "MERCHANDISE",
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

/** An event with one question of every input type, and a ticket type that asks for the guest's name. */
export const FIELD_DAY: readonly EventPlan[] = [
  {
    name: "A Day at the Letterpress",
    venue: SHED,
    configuration: "Two rooms",
    ageLimit: "16+",
    refundPolicy: REFUNDS.half7Days,
    doorsMinutesBefore: 15,
    abstractText: "Set your own line of type, ink it, pull it, and take forty copies home.",
    description:
      "Two presses from 1911, one master printer and a lunch that people have been known to come for. You will need no experience and an old shirt.\n\nWe ask a few things beforehand, so that aprons, lunch and places at the press are ready when you are.",
    tags: ["Workshop", "Craft"],
    externalTermsUrl: "https://southerly.example/workshops/conditions",
    termsRequired: true,
    dates: [
      { week: 3, day: "sat", at: "10:00", until: "16:00" },
      { week: 5, day: "sat", at: "10:00", until: "16:00" },
    ],
    ticketTypes: [
      { name: "Printer", section: "West room", price: "120.00", fee: "4.00", description: "A press, type and lunch." },
      { name: "Onlooker", section: "East room", price: "20.00", fee: "1.00", description: "Lunch and opinions." },
    ],
    fields: [
      {
        name: "Heard of us",
        label: "How did you hear about us?",
        inputType: "AUTOCOMPLETE",
        choices: ["A friend", "The poster", "The radio", "A class before"],
      },
      {
        name: "Experience",
        label: "Have you set type before?",
        inputType: "SELECT",
        required: true,
        choices: ["Never", "Once or twice", "I have a press at home"],
      },
      {
        name: "Press",
        label: "Which press do you have at home?",
        inputType: "TEXT",
        required: true,
        parent: "Experience",
        parentAnswers: ["I have a press at home"],
        lengthMax: 80,
      },
      { name: "Line", label: "Which line would you like to print?", inputType: "TEXTAREA", lengthMax: 240 },
      { name: "Anniversary", label: "Is it for a certain day? Which one?", inputType: "DATE" },
      {
        name: "Pickup",
        label: "Where should the van pick you up?",
        inputType: "SELECT",
        choices: [
          "I come by myself",
          "Railway station",
          "Ferry terminal",
          "Airport",
          "Civic Square",
          "Hospital corner",
        ],
      },
      {
        askedOf: "GUEST",
        ticketTypes: ["Printer"],
        fieldType: "NAME",
        name: "NAME",
        label: "Name",
        required: true,
        inputType: "TEXT",
      },
      {
        askedOf: "GUEST",
        ticketTypes: ["Printer"],
        name: "Diet",
        label: "Dietary need",
        inputType: "SELECT",
        required: true,
        choices: ["None", "Vegetarian", "Vegan", "Something else"],
      },
      {
        askedOf: "GUEST",
        ticketTypes: ["Printer"],
        name: "Diet details",
        label: "Any dietary requirements?",
        inputType: "TEXT",
        parent: "Diet",
        parentAnswers: ["Something else"],
        required: true,
      },
    ],
  },
];
