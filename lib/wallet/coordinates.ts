/** A place on Earth, in degrees. */
export type Coordinates = { readonly latitude: number; readonly longitude: number };

const DEGREES = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
/** The links of OpenStreetMap, Google Maps and Apple Maps that name a point. */
const POINTS = [
  new RegExp(`[?&]mlat=${DEGREES}&mlon=${DEGREES}`),
  new RegExp(`#map=\\d+(?:\\.\\d+)?/${DEGREES}/${DEGREES}`),
  new RegExp(`[?&](?:q|query|ll|center)=${DEGREES}(?:,|%2C)${DEGREES}`, "i"),
  new RegExp(`/@${DEGREES},${DEGREES}`),
];

/** Returns the point that a map's link names; `undefined` for any other link. */
export function coordinatesOf(mapUrl: string | undefined): Coordinates | undefined {
  for (const point of POINTS) {
    const [, latitude, longitude] = point.exec(mapUrl ?? "") ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    const found = { latitude: Number(latitude), longitude: Number(longitude) };
    if (Math.abs(found.latitude) <= 90 && Math.abs(found.longitude) <= 180) return found;
  }
  return undefined;
}
