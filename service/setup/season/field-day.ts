import type { EventPlan } from "./plan.ts";
import { REFUNDS } from "./refunds.ts";
import { SHED } from "./venues.ts";

/** An event with one question of every input type, and a ticket type that asks for the guest's name. */
export const FIELD_DAY: readonly EventPlan[] = [
  {
    name: "A Day at the Letterpress",
    venue: SHED,
    configuration: "Two rooms",
    ageLimit: "16+",
    refunds: REFUNDS.half7Days,
    doorsMinutesBefore: 15,
    abstract: "Set your own line of type, ink it, pull it, and take forty copies home.",
    description:
      "Two presses from 1911, one master printer and a lunch that people have been known to come for. You will need no experience and an old shirt.\n\nWe ask a few things beforehand, so that aprons, lunch and places at the press are ready when you are.",
    tags: ["Workshop", "Craft"],
    termsUrl: "https://southerly.example/workshops/conditions",
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
        isRequired: true,
        choices: ["Never", "Once or twice", "I have a press at home"],
      },
      {
        name: "Press",
        label: "Which press do you have at home?",
        inputType: "TEXT",
        isRequired: true,
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
        isRequired: true,
        inputType: "TEXT",
      },
      {
        askedOf: "GUEST",
        ticketTypes: ["Printer"],
        name: "Diet",
        label: "Dietary need",
        inputType: "SELECT",
        isRequired: true,
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
        isRequired: true,
      },
    ],
  },
];
