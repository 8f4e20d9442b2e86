/** Why a raw photo isn't shown although nothing in it is damaged: its decoder says so in these words. */
export const noPreview = "The raw photo has no preview";

/** Why a picture can't be edited although it is shown: its decoder says so in these words. */
export const animatedPicture = "The picture is animated";

/** The picture can't be decoded, or is too large to decode. */
export class ImageError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "ImageError";
  }
}
