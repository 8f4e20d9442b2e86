import type { RecognitionDto } from "@/lib/faces/recognition/schema";

/** A family's initial state. */
export const recognitionOff: RecognitionDto = {
  isAvailable: true,
  faces: false,
  labels: false,
  picturesLeft: 0,
  facesCount: 0,
  groupsToName: 0,
  neverRecognized: [],
};
