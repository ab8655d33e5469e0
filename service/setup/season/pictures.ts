/** The pictures of the demo events, by the event's name. */
const PICTURES: Readonly<Record<string, readonly [file: string, alt: string]>> = {
  "The Lighthouse Keeper’s Daughter": ["lighthouse", "A lighthouse on a rock, its beam in a storm at night"],
  "Late Shift: Stand-up after Ten": ["late-shift", "A microphone in a round light on a brick wall"],
  "The Clockmaker’s Apprentice": ["clockmaker", "Cogwheels of brass, copper and steel"],
  "Te Hau Kāinga: Ngā Waiata o te Pō": ["night-songs", "Matariki above dark hills and a still lake"],
  "東京夜想曲 — Tokyo Nocturne: The Aoi Kisaragi Trio": [
    "tokyo-nocturne",
    "A lit train between houses with neon signs",
  ],
  "ليالي الأندلس — Andalusian Nights with the Zaytuna Ensemble": [
    "andalusian-nights",
    "Striped horseshoe arches with lanterns at sunset",
  ],
  "Small Hours: An Evening with Ngaio Fraser": ["small-hours", "A stool and a guitar on a jetty in the moonlight"],
  "Hinemoa Pryde: The Unplugged Farewell": ["unplugged", "A guitar beside a stool in one warm light"],
  "Two Hundred Voices, One Messiah": ["messiah", "Rows of singers before a golden organ"],
  "The Harbour Cèilidh": ["ceilidh", "Couples dancing under strings of lamps by the water"],
  "Metropolis, with Live Score": ["metropolis", "Searchlights between tall towers with lit windows"],
  "Dawn Chorus: A Walk for Ears": ["dawn-chorus", "Birds above misty hills at sunrise"],
  "Long Light: Half Past Anything": ["half-past", "A microphone in beams of sunlight in a wooden shed"],
  "Long Light: The Last Boat Home": ["last-boat", "A ferry with lit windows before the setting sun"],
  "Dry Creek Stories": ["dry-creek", "People around a campfire under the stars"],
  "The Glass Circus": ["glass-circus", "An acrobat hangs from a trapeze above green bottles"],
  "Saturday Matinee Club": ["matinee", "A red theatre curtain with footlights"],
};

/** Returns an event's picture as its path at the service, and what it shows. */
export function demoPicture(eventName: string): { readonly heroImageUrl?: string; readonly heroImageAlt?: string } {
  const picture = PICTURES[eventName];
  return picture === undefined ? {} : { heroImageUrl: `/pictures/demo/${picture[0]}.jpg`, heroImageAlt: picture[1] };
}
