/** A face in a picture: fractions of its width and height, from its top left corner. */
export interface RecognizedFace {
  left: number;
  top: number;
  width: number;
  height: number;
  /** How sure it is that this is a face: 0 to 1. */
  score: number;
  /** A unit vector of 128 numbers: near each other for faces that look alike. */
  descriptor: Float32Array;
}

export interface PictureReading {
  faces: RecognizedFace[];
  /** COCO's names of things: most certain first, each once. */
  labels: string[];
}

export interface WantedReading {
  faces: boolean;
  labels: boolean;
}

export interface Recognizer {
  /**
   * Looks for what is requested in a picture; one picture at a time, the others wait.
   * @param picture an upright JPEG or WebP of at most 4 megapixels
   * @throws RecognitionError; ChildError "absent" if it can't be started, which is not the picture's fault
   */
  readPicture(picture: Uint8Array, wanted: WantedReading): Promise<PictureReading>;
  /** Releases its resources; the next picture acquires them again. */
  close(): Promise<void>;
}

/** `unreadable`: this picture can't be read. `broken`: it took too long, or the program died reading it. */
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
