import { writeFile } from "node:fs/promises";
import { fromRoot } from "#tools/lib/paths.ts";
import * as cities from "#tools/pictures/cities.ts";
import * as courtyard from "#tools/pictures/courtyard.ts";
import * as festivities from "#tools/pictures/festivities.ts";
import * as interiors from "#tools/pictures/interiors.ts";
import * as nights from "#tools/pictures/nights.ts";
import { paint, type Scene } from "#tools/pictures/paint.ts";
import * as skies from "#tools/pictures/skies.ts";
import * as waterside from "#tools/pictures/waterside.ts";

// Paints the pictures of the demo season: `node tools/paint-pictures.ts [name …]`. Each takes some 10 s.

const BYTES_MAX = 150_000;
const QUALITIES = [82, 76, 70, 62, 54];
const scenes: Readonly<Record<string, Scene>> = {
  ...{ ...waterside, ...skies, ...interiors },
  ...{ ...nights, ...cities, ...courtyard, ...festivities },
};

const wanted = process.argv.slice(2);
for (const [name, scene] of Object.entries(scenes)) {
  const file = `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.jpg`;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const [quality, picture] = await smallEnough(scene);
  await writeFile(fromRoot("service", "setup", "pictures", file), picture);
  console.log(`${file}: ${Math.round(picture.length / 1000)} KB, quality ${quality}`);
}

async function smallEnough(scene: Scene): Promise<readonly [quality: number, picture: Buffer]> {
  const painted = await paint(scene);
  for (const quality of QUALITIES) {
    const picture = await painted.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (picture.length <= BYTES_MAX) return [quality, picture];
  }
  throw new Error("A picture is too large at the lowest quality.");
}
