/** The widths, in pixels, in which a picture is served. */
export const PICTURE_WIDTHS = [360, 540, 720, 1080, 1440] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

export const PICTURE_FORMATS = ["avif", "webp"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** The account's own picture of an Event, which the storefront keeps under the hash of its content. */
export type Picture = {
  readonly hash: string;
  /** The size of the original, in pixels. */
  readonly width: number;
  readonly height: number;
};

/** Returns the path of a picture in one width and format. Its content never changes. */
export function picturePath(hash: string, width: PictureWidth, format: PictureFormat): string {
  return `/pictures/${hash}/${width}.${format}`;
}
