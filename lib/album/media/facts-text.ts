import type { MediaFactsDto } from "@/lib/album/media/schema";

type Camera = Pick<MediaFactsDto, "cameraMake" | "cameraModel">;
type Settings = Pick<
  MediaFactsDto,
  "exposureSeconds" | "fNumber" | "iso" | "focalLengthMm" | "focalLength35mm" | "hasFlashFired"
>;

/** Formats "Apple iPhone 15 Pro"; "NIKON D90" if the model repeats the maker. Null if neither is known. */
export function formatCamera({ cameraMake, cameraModel }: Camera): string | null {
  if (!cameraMake || !cameraModel) return cameraModel ?? cameraMake;
  const [brand = ""] = cameraMake.split(" ");
  const isNamed = cameraModel.toLowerCase().startsWith(brand.toLowerCase());
  return isNamed ? cameraModel : `${cameraMake} ${cameraModel}`;
}

const rounded = (value: number) => String(Number(value.toFixed(1)));

/** From here on, cameras show seconds instead of a fraction. */
const longExposureSeconds = 0.3;

function formatSeconds(seconds: number): string {
  return seconds < longExposureSeconds ? `1/${Math.round(1 / seconds)} s` : `${rounded(seconds)} s`;
}

/**
 * Formats "1/120 s · f/1.8 · ISO 64 · 24 mm · flash", as far as each is known; the focal length is the 35 mm equivalent
 * if the file has it. Null if none is known.
 */
export function formatExposure(facts: Settings): string | null {
  const focalLength = facts.focalLength35mm ?? facts.focalLengthMm;
  const parts = [
    facts.exposureSeconds && formatSeconds(facts.exposureSeconds),
    facts.fNumber && `f/${rounded(facts.fNumber)}`,
    facts.iso && `ISO ${facts.iso}`,
    focalLength && `${rounded(focalLength)} mm`,
    facts.hasFlashFired && "flash",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : null;
}

const degrees = (value: number, [positive, negative]: [string, string]) =>
  `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;

/** Formats "Near Bath, United Kingdom"; far from any town "51.3758° N, 2.3599° W". */
export function formatPlace({ name, latitude, longitude }: NonNullable<MediaFactsDto["place"]>): string {
  return name ? `Near ${name}` : `${degrees(latitude, ["N", "S"])}, ${degrees(longitude, ["E", "W"])}`;
}
