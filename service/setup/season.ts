import { CIRCUS, FIELD_DAY } from "./season/circus.ts";
import { FESTIVAL, GROUPS } from "./season/festival.ts";
import { DAYS_OUT, DISCOUNTS, MATINEE_CLUB, OPENING_CODES } from "./season/matinees.ts";
import { MUSIC } from "./season/music.ts";
import type { SeasonPlan } from "./season/plan.ts";
import { STAGE } from "./season/stage.ts";
import { mapAt, REFUNDS, VENUES } from "./season/venues.ts";

/** The demo organiser with its venues and events. All of it is fictitious. */
export const PROMOTER = { name: "Southerly Presents", shortName: "southerly", currency: "NZD" } as const;

/** A second organiser on the same service, to show that accounts are separate. */
export const OTHER_PROMOTER = { name: "Lantern Lane Productions", shortName: "lantern-lane", currency: "AUD" } as const;

export const SEASON: SeasonPlan = {
  seller: {
    legalName: "Southerly Presents Ltd",
    supportEmail: "tickets@southerly.example",
    termsUrl: "https://southerly.example/terms",
    privacyUrl: "https://southerly.example/privacy",
    refundPolicyUrl: "https://southerly.example/refunds",
  },
  venues: VENUES,
  events: [...STAGE, ...MUSIC, ...DAYS_OUT, ...FESTIVAL, ...FIELD_DAY, ...CIRCUS, ...MATINEE_CLUB],
  groups: GROUPS,
  discounts: DISCOUNTS,
  openingCodes: OPENING_CODES,
};

export const OTHER_SEASON: SeasonPlan = {
  groups: [],
  venues: [
    {
      name: "Lantern Lane Playhouse",
      timeZone: "Australia/Melbourne",
      mapUrl: mapAt("-37.8105", "144.9660"),
      address: {
        streetAddress1: "22 Lantern Lane",
        city: "Melbourne",
        postcode: "3000",
        state: "VIC",
        country: "Australia",
      },
      sections: { House: 90 },
      doors: { House: "Lane door" },
      configurations: { House: ["House"] },
    },
  ],
  events: [
    {
      name: "The Understudy’s Understudy",
      venue: "Lantern Lane Playhouse",
      configuration: "House",
      ageLimit: "12+",
      refundPolicy: REFUNDS.lessFee48,
      doorsMinutesBefore: 45,
      abstractText: "A farce with more doors than actors.",
      description:
        "An actor is ill, another is late, and the curtain goes up in nine minutes. A farce for six people and eleven doors, in two acts with an interval.",
      tags: ["Theatre", "Comedy"],
      dates: [{ week: 3, day: "fri", at: "19:30" }],
      ticketTypes: [{ name: "Adult", section: "House", price: "42.00", fee: "2.50" }],
    },
  ],
};
