import path from "node:path";
import type { RecognizedFace } from "@/lib/platform/recognition/recognition-driver";
import type { Pixels } from "@/server/recognizer/pixels";
import type { TensorFlow } from "@/server/recognizer/tensorflow";

type FaceApi = typeof import("@vladmandic/face-api");
type Size = Pick<Pixels, "width" | "height">;

/** Below this score it may be a pattern in the wallpaper. */
const minScore = 0.5;
const maxFaces = 40;
/** Pixels of a face's smaller side: smaller faces can't be told apart. */
const minFace = 32;

/** Of length 1. */
function normalized(numbers: Float32Array): Float32Array {
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (number) => number / length);
}

const part = (value: number) => Math.min(1, Math.max(0, value));

/** The box as fractions of the picture, clipped at its edges. */
function boxOf({ x, y, width, height }: Size & { x: number; y: number }, picture: Size) {
  const left = part(x / picture.width);
  const top = part(y / picture.height);
  return {
    left,
    top,
    width: part((x + width) / picture.width) - left,
    height: part((y + height) / picture.height) - top,
  };
}

/** Loads the three models for the first picture in which faces are wanted. */
export function faceFinder(tf: TensorFlow, require: NodeJS.Require) {
  let loading: Promise<FaceApi> | undefined;
  async function load(): Promise<FaceApi> {
    const folder = path.dirname(require.resolve("@vladmandic/face-api/package.json"));
    const faceapi: FaceApi = require(path.join(folder, "dist", "face-api.node-wasm.js"));
    const models = path.join(folder, "model");
    await faceapi.nets.ssdMobilenetv1.loadFromDisk(models);
    await faceapi.nets.faceLandmark68Net.loadFromDisk(models);
    await faceapi.nets.faceRecognitionNet.loadFromDisk(models);
    return faceapi;
  }

  return async function findFaces(picture: Pixels): Promise<RecognizedFace[]> {
    loading ??= load();
    const faceapi = await loading;
    const tensor = tf.tensor3d(picture.data, [picture.height, picture.width, 3], "int32");
    try {
      const options = new faceapi.SsdMobilenetv1Options({ minConfidence: minScore, maxResults: maxFaces });
      // From the same TensorFlow.js, though its types were bundled with a copy.
      const input = tensor as unknown as Parameters<FaceApi["detectAllFaces"]>[0];
      const found = await faceapi.detectAllFaces(input, options).withFaceLandmarks().withFaceDescriptors();
      return found
        .filter(({ detection: { box } }) => Math.min(box.width, box.height) >= minFace)
        .map(({ detection, descriptor }) => ({
          ...boxOf(detection.box, picture),
          score: detection.score,
          descriptor: normalized(descriptor),
        }));
    } finally {
      tf.dispose(tensor);
    }
  };
}
