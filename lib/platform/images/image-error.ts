/** The picture can't be decoded, or is too large to decode. */
export class ImageError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "ImageError";
  }
}
