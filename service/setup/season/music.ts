import { type EventPlan, run } from "./plan.ts";
import { CUSTOMHOUSE, REFUNDS, SHED, TIDEWATER } from "./venues.ts";

export const MUSIC: readonly EventPlan[] = [
  {
    name: "Te Hau Kāinga: Ngā Waiata o te Pō",
    venue: CUSTOMHOUSE,
    configuration: "Full house",
    ageLimit: "All ages",
    refundPolicy: REFUNDS.full7Days,
    doorsMinutesBefore: 30,
    abstractText: "Night songs in te reo Māori, with taonga pūoro and string quartet.",
    description:
      "Ka tō te rā, ka tīmata ngā waiata. Rāhera Ngārimu and the Kōtuku Quartet sing the evening in: oriori, mōteatea and new songs from the album recorded in this very hall.\n\nThere will be no interval and no talking. There will be tea afterwards.",
    tags: ["Music", "Māori"],
    dates: [{ week: 2, day: "sat", at: "20:00", until: "21:20" }],
    ticketTypes: [
      { name: "Whānau", section: "Stalls", price: "52.00", fee: "3.00" },
      { name: "Kaumātua", section: "Stalls", price: "30.00", fee: "2.00" },
      { name: "Rangatahi (under 25)", section: "Circle", price: "25.00", fee: "2.00" },
    ],
  },
  {
    name: "東京夜想曲 — Tokyo Nocturne: The Aoi Kisaragi Trio",
    venue: TIDEWATER,
    configuration: "Cabaret",
    ageLimit: "18+",
    refundPolicy: REFUNDS.lessFee48,
    doorsMinutesBefore: 60,
    abstractText: "Piano, bass, brushes, and the last train home.",
    description:
      "如月葵トリオ、初のシドニー公演。Kisaragi’s records are made after the last train has gone and sound like it. Two sets, different every night.\n\nDrinks are served before and between, never during.",
    tags: ["Music", "Jazz"],
    dates: run([3], ["thu", "fri"], { at: "20:30", until: "22:45" }),
    ticketTypes: [
      { name: "Table seat", section: "Tables", price: "75.00", fee: "4.00", most: 6 },
      { name: "Bar", section: "Bar", price: "55.00", fee: "4.00", most: 4 },
    ],
    sold: [{ date: 1, ticketType: "Bar", quantity: 18 }],
  },
  {
    name: "ليالي الأندلس — Andalusian Nights with the Zaytuna Ensemble",
    venue: SHED,
    configuration: "Main hall",
    ageLimit: "All ages",
    refundPolicy: REFUNDS.full48,
    doorsMinutesBefore: 60,
    abstractText: "Oud, qanun and nine voices from Fès to Granada.",
    description:
      "أمسية من الموشّحات والأغاني الأندلسية. A thousand years of songs about gardens, sung by people who had to leave theirs.\n\nA talk by the director begins half an hour before each concert and is free with your ticket.",
    tags: ["Music", "World"],
    dates: run([4], ["fri", "sat"], { at: "19:30", until: "21:30" }),
    ticketTypes: [
      { name: "Floor", section: "Floor", price: "48.00", fee: "2.50" },
      { name: "Floor, student", section: "Floor", price: "28.00", fee: "2.50" },
      { name: "Mezzanine", section: "Mezzanine", price: "62.00", fee: "2.50" },
    ],
  },
  {
    name: "Small Hours: An Evening with Ngaio Fraser",
    venue: SHED,
    configuration: "Long room",
    ageLimit: "16+",
    refundPolicy: REFUNDS.part7Days,
    doorsMinutesBefore: 30,
    abstractText: "One guitar, forty-four chairs, the songs she does not play elsewhere.",
    description:
      "Fraser fills theatres now, so once a year she comes back to the room where she began and plays what people shout.\n\nChairs are not numbered. The fire will be lit.",
    tags: ["Music", "Folk"],
    dates: [{ week: 2, day: "thu", at: "21:00", until: "22:30" }],
    ticketTypes: [
      { name: "General admission", section: "Long room", price: "45.00", fee: "2.50", allocation: 40, most: 10 },
      { name: "Student", section: "Long room", price: "25.00", fee: "2.50", allocation: 4, most: 2 },
    ],
    sold: [
      { date: 0, ticketType: "General admission", quantity: 38 },
      { date: 0, ticketType: "Student", quantity: 4 },
    ],
  },
  {
    name: "Hinemoa Pryde: The Unplugged Farewell",
    venue: SHED,
    configuration: "Two rooms",
    ageLimit: "All ages",
    doorsMinutesBefore: 30,
    abstractText: "The last twenty-four tickets of a thirty-year tour.",
    description:
      "After thirty years, nine records and one famous argument with a fax machine, Hinemoa Pryde plays one final set without a microphone in the smallest room she could find.",
    tags: ["Music"],
    dates: [{ week: 1, day: "sat", at: "18:00", until: "19:15" }],
    ticketTypes: [{ name: "Chair", section: "West room", price: "65.00", fee: "3.00", most: 10 }],
    sold: [{ date: 0, ticketType: "Chair", quantity: 24 }],
  },
  {
    name: "Two Hundred Voices, One Messiah",
    venue: CUSTOMHOUSE,
    configuration: "Full house",
    ageLimit: "All ages",
    refundPolicy: REFUNDS.lessFee7Days,
    doorsMinutesBefore: 45,
    abstractText: "Bring a score, or sit beside somebody who has one.",
    description:
      "The town sings, the orchestra of the conservatory plays, and the trumpet sounds at about a quarter past nine. Singers take the stalls by voice; listeners sit above.\n\nTickets go on sale at the time shown. There is no presale, not even for the tenors.",
    tags: ["Music", "Choir"],
    dates: [{ week: 16, day: "sun", at: "19:00", until: "21:45" }],
    ticketTypes: [
      { name: "Singer", section: "Stalls", price: "20.00", fee: "1.50", onSaleInDays: 56 },
      { name: "Listener", section: "Circle", price: "35.00", fee: "1.50", onSaleInDays: 56 },
    ],
  },
  {
    name: "The Harbour Cèilidh",
    venue: SHED,
    configuration: "Main hall",
    ageLimit: "All ages",
    refundPolicy: REFUNDS.full48,
    doorsMinutesBefore: 30,
    abstractText: "No partner, no kilt, no experience needed.",
    description:
      "Six musicians, one caller who has seen everything, and a floor built to carry wool bales. The first dance is walked through twice.\n\nSupper is soup. Supporters’ tickets pay for the lessons of the young players you will hear in the interval.",
    tags: ["Music", "Dance", "Family"],
    dates: run([5, 9], ["sat"], { at: "19:00", until: "23:30" }),
    ticketTypes: [
      { name: "Adult", section: "Floor", price: "32.50", fee: "2.00" },
      { name: "Student", section: "Floor", price: "22.50", fee: "2.00" },
      { name: "Under 16", section: "Floor", price: "10.00", fee: "1.00" },
      {
        name: "Supporter",
        section: "Floor",
        price: "60.00",
        fee: "2.00",
        description: "Includes a gift of $27.50 to the young players.",
      },
      { name: "Watching only", section: "Mezzanine", price: "12.00", fee: "1.00" },
    ],
  },
];
