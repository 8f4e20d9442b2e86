/** The decoder's message for a raw photo that can't be shown although nothing in it is damaged. */
export const noPreview = "The raw photo has no preview";

/** The decoder's message for a picture that can be shown but not edited. */
export const animatedPicture = "The picture is animated";

/** The picture can't be decoded, or is too large to decode. */
export class ImageError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "ImageError";
  }
}
