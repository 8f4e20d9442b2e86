/** The picture can't be decoded, or is larger than we decode. */
export class ImageError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "ImageError";
  }
}
