type Prose = {
  /** The paragraphs before the statements of a section. */
  readonly before?: readonly string[];
  /** The paragraphs after them: what the storefront does with it, and without it. */
  readonly after?: readonly string[];
};

/** What `docs/interface.md` says beside the statements, by the section's prefix, as Markdown. */
export const PROSE: Readonly<Record<string, Prose>> = {
  TRA: {
    before: [
      "JSON over HTTPS only, with HTTP Basic on every call: the name and password of a user, who belongs to one account. The base address is one setting, up to " +
        "and including the version.",
    ],
    after: [
      "The storefront sends all three headers on each call, follows no redirect, and checks the certificate, against the authority of `TICKETING_CA` where it is " +
        "set. It repeats a read once after a lost connection or a 502, 503 or 504, within one time limit, and never repeats a write that may have left.",
    ],
  },
  ERR: {
    before: [
      "200 is also a refusal of a reservation, lock, unlock, extension or payment: `successful: false` (RES-30). 401 is TRA-07, 413 TRA-19, 415 TRA-04 and " +
        "TRA-17, 409 and 422 of a payment CAR-62 and CAR-61.",
    ],
    after: [
      "The storefront decides by the codes and never shows the service's sentences. A 4xx with this body is a refusal, whatever its status; one without is a " +
        "fault. A code that it does not know refuses the whole request.",
    ],
  },
  STA: {
    after: [
      "`docs/purchase.md` has every transition. The storefront reads an unknown status of an event as not on sale. A cart or sale in an unknown state is a fault.",
    ],
  },
  RES: {
    before: [
      "A reservation is for one event and may span several of its dates. Several events are several reservations of one cart.",
    ],
    after: [
      "The storefront reads a reservation without any of Foyer's fields. Without quotes it learns the price from the cart. A service that ignores `replaces` " +
        "keeps the older reservations, which the storefront then releases one by one.",
    ],
  },
  CAR: {
    before: [
      "A cart is the sales of one buyer that are paid together. One cart may be paid sale by sale: then `payments` tells the paid ones from the others.",
    ],
    after: [
      "The storefront sends a payment once. After an answer that is not definite, such as a 5xx, 409 or 422, a broken connection, `WRONG_STATE` or an unknown " +
        "type, it reads the sales until their state is known, so that it does not rely on the header. Where the calls to extend a cart or to change its codes do " +
        "not exist, the storefront does not offer them.",
    ],
  },
  SAL: {
    after: [
      "A door device gets no code of a ticket from `admissionsMinimal`: it finds a scanned id of 15 digits in the list, or a shorter one of an event with codes of type A, and sends a scanned UUID to `POST /admission/{scanned}/admit`.",
      "The storefront reads a sale without any of Foyer's fields. Date and venue come from the catalogue, and from the ticket once the event has left the " +
        "catalogue.",
    ],
  },
  CAT: {
    after: [
      "Not served by Foyer: numbered seats.",
      "The storefront needs an event's id, name and venue, and a ticket's price and section. It leaves out whatever else is missing. Without `X-Total-Count`, " +
        "calendar or filters it makes pages, search, calendar and filters from the whole list and the offerings of the next 100 events. It sorts an offering " +
        "itself and leaves out items of an unknown type. Without a time zone it uses the offset of the date.",
    ],
  },
  MAN: {
    before: [
      "Users with `MANAGE` make and change what an account has. Making events, dates, ticket types and multipacks is part of the reference, the rest in the same " +
        "style is an extension. The storefront makes two of these calls: it exchanges a promoter's password for a token and deletes the token at sign-out. It " +
        "does without where there are none.",
    ],
    after: ["`PUT` changes what it names."],
  },
  SHP: {
    before: [
      "References, amounts, dates, questions and addresses exist in the reference; the fields inside references and amounts, and the shapes of invoice (RES-04) " +
        "and line (CAR-25), are extensions.",
    ],
    after: [
      "The storefront reads an invoice without any of its fields, and a line without section, fee and savings. In requests it sends all decimals of the " +
        "currency. An absent field and `null` are the same. An amount with more decimals than its currency has is no amount.",
    ],
  },
};
