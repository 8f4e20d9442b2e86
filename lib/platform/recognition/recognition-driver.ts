/** A face in a picture: parts of its width and height, from its top left corner. */
export interface RecognizedFace {
  left: number;
  top: number;
  width: number;
  height: number;
  /** How sure it is that this is a face: 0 to 1. */
  score: number;
  /** 128 numbers, together of length 1: near each other for faces that look alike. */
  descriptor: Float32Array;
}

export interface PictureReading {
  faces: RecognizedFace[];
  /** What things are called in COCO: the surest first, each once. */
  labels: string[];
}

export interface WantedReading {
  faces: boolean;
  labels: boolean;
}

export interface Recognizer {
  /**
   * Looks for what is wanted in a picture; one picture at a time, the others wait.
   * @param picture a JPEG or WebP of 4 megapixels at most, upright
   * @throws RecognitionError
   */
  readPicture(picture: Uint8Array, wanted: WantedReading): Promise<PictureReading>;
  /** Lets go of what it holds; the next picture takes it up again. */
  close(): Promise<void>;
}

/** `unreadable`: this picture can't be read. `broken`: it took too long, or the program ended over it. */
export class RecognitionError extends Error {
  constructor(
    readonly code: "unreadable" | "broken",
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = "RecognitionError";
  }
}
