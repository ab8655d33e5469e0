import type { ReactNode } from "react";
import {
  PICTURE_WIDTHS,
  type Picture,
  type PictureFormat,
  type PictureWidth,
  picturePath,
} from "#lib/ticketing/model/picture.ts";

/**
 * For each use, the width at which a 3:2 picture is shown, which is more than the width of a box that crops its sides, and the
 * width of the largest file needed.
 */
const USES = {
  thumb: { sizes: "9rem", widthMax: 540 },
  card: { sizes: "(min-width: 64rem) 26rem, (min-width: 40rem) 50vw, 10rem", widthMax: 1080 },
  lead: { sizes: "(min-width: 64rem) 41rem, calc(100vw - 2.5rem)", widthMax: 1440 },
  hero: { sizes: "(min-width: 64rem) 52rem, calc(100vw - 2.5rem)", widthMax: 1440 },
  strip: { sizes: "(min-width: 64rem) 36rem, calc(100vw - 2.5rem)", widthMax: 1080 },
} as const satisfies Record<string, { sizes: string; widthMax: PictureWidth }>;

export type PictureUse = keyof typeof USES;

type EventPictureProps = {
  readonly picture: Picture;
  readonly use: PictureUse;
  /** What the picture shows. Without it the picture is decorative. */
  readonly alt?: string | undefined;
  /** Loads it before everything else: it is the largest thing on the first screen. */
  readonly isFirst?: boolean;
  /** Loads it with the page: it is on the first screen. Others load when they are near. */
  readonly isEager?: boolean;
  readonly className: string;
  /** Wraps the image, not its sources. */
  readonly around?: (image: ReactNode) => ReactNode;
};

/** The account's picture of an Event, in the smallest file that is sharp. Its box is reserved by the caller's classes. */
export function EventPicture({
  picture,
  use,
  alt = "",
  isFirst = false,
  isEager = false,
  className,
  around,
}: EventPictureProps) {
  const { sizes } = USES[use];
  const image = (
    <img
      src={picturePath(picture.hash, use === "thumb" ? 360 : 720, "webp")}
      srcSet={sourcesOf(picture, use, "webp")}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
      decoding="async"
      {...(isFirst && { fetchPriority: "high" })}
      {...(!isFirst && !isEager && { loading: "lazy" })}
      className={className}
    />
  );
  return (
    <>
      {isFirst && (
        <link
          rel="preload"
          as="image"
          type="image/avif"
          // Without `href`, so that a page that is only prefetched does not load it.
          imageSrcSet={sourcesOf(picture, use, "avif")}
          imageSizes={sizes}
          fetchPriority="high"
        />
      )}
      <picture className="contents">
        {/* Browsers show it as an empty box, which would be a cell of the caller's grid. */}
        <source type="image/avif" srcSet={sourcesOf(picture, use, "avif")} sizes={sizes} className="hidden" />
        {around === undefined ? image : around(image)}
      </picture>
    </>
  );
}

/** Returns the files up to the largest that the use needs, or up to the first that is as wide as a smaller original. */
function sourcesOf({ hash, width }: Picture, use: PictureUse, format: PictureFormat): string {
  const smallest = PICTURE_WIDTHS.find((one) => one >= width) ?? PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1] ?? 1440;
  const most = Math.min(USES[use].widthMax, smallest);
  return PICTURE_WIDTHS.filter((one) => one <= most)
    .map((one) => `${picturePath(hash, one, format)} ${Math.min(one, width)}w`)
    .join(", ");
}
