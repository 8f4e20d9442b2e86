import sharp from "sharp";

const loaders = ["Jpeg", "Png", "Nsgif"].map((name) => `VipsForeignLoad${name}Buffer`);
// Every other decoder of libvips stays out of reach of uploaded bytes, whatever they call themselves.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: loaders });
// Uploads are never decoded twice, so libvips' cache would only hold memory; processes work side by side instead of one
// picture on several threads.
sharp.cache(false);
sharp.concurrency(1);

const maxPixels = 100_000_000;
const decodeSeconds = 30;

/**
 * Opens a picture of somebody's within our limits of size and time.
 * @param {Buffer} picture
 * @param {"error" | "none"} failOn how strict
 * @param {import("sharp").SharpOptions} [options]
 */
export function open(picture, failOn, options = {}) {
  return sharp(picture, { failOn, limitInputPixels: maxPixels, ...options }).timeout({
    seconds: decodeSeconds,
  });
}

/**
 * Damaged pictures are tried a second time for whatever can be read of them.
 * @template T
 * @param {(failOn: "error" | "none") => Promise<T>} attempt
 * @returns {Promise<T>}
 */
export const twice = (attempt) => attempt("error").catch(() => attempt("none"));
