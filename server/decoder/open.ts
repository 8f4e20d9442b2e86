import sharp, { type Sharp, type SharpOptions } from "sharp";

const loaders = ["Jpeg", "Png", "Nsgif"].map((name) => `VipsForeignLoad${name}Buffer`);
// Every other decoder of libvips stays out of reach of uploaded bytes, whatever they call themselves.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: loaders });
// Uploads are never decoded twice, so libvips' cache would only hold memory; processes work side by side instead of one
// picture on several threads.
sharp.cache(false);
sharp.concurrency(1);

export type Strictness = "error" | "none";

const maxPixels = 100_000_000;
const decodeSeconds = 30;

/**
 * Opens a picture of somebody's within our limits of size and time.
 * @param failOn how strict
 */
export function open(picture: Buffer, failOn: Strictness, options: SharpOptions = {}): Sharp {
  return sharp(picture, { failOn, limitInputPixels: maxPixels, ...options }).timeout({
    seconds: decodeSeconds,
  });
}

/** Damaged pictures are tried a second time for whatever can be read of them. */
export const twice = <Made>(attempt: (failOn: Strictness) => Promise<Made>): Promise<Made> =>
  attempt("error").catch(() => attempt("none"));
