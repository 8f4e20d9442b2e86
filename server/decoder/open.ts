import sharp, { type Sharp, type SharpOptions } from "sharp";

const loaders = ["Jpeg", "Png", "Nsgif", "Webp", "Heif"].map((name) => `VipsForeignLoad${name}Buffer`);
// Uploaded bytes can reach no other libvips decoder, whatever they claim to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: loaders });
// Uploads are never decoded twice, so libvips' cache would only waste memory; processes run in parallel instead of one
// picture using several threads.
sharp.cache(false);
sharp.concurrency(1);

export type Strictness = "error" | "none";

const maxPixels = 100_000_000;
const decodeSeconds = 30;

/**
 * Opens an uploaded picture within our limits of size and time.
 * @param failOn how strict
 */
export function open(picture: Buffer, failOn: Strictness, options: SharpOptions = {}): Sharp {
  return sharp(picture, { failOn, limitInputPixels: maxPixels, ...options }).timeout({
    seconds: decodeSeconds,
  });
}

/** Damaged pictures get a second attempt that salvages what can be read. */
export const twice = <Made>(attempt: (failOn: Strictness) => Promise<Made>): Promise<Made> =>
  attempt("error").catch(() => attempt("none"));
