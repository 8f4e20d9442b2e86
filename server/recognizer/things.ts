import { readFileSync } from "node:fs";
import path from "node:path";
import type { GraphModel } from "@tensorflow/tfjs-converter";
import type { Tensor2D, Tensor3D, Tensor4D } from "@tensorflow/tfjs-core";
import type { Pixels } from "@/server/recognizer/pixels";
import type { TensorFlow } from "@/server/recognizer/tensorflow";

const side = 512;
/** Below this score it is not worth a suggestion. */
const minScore = 0.4;
const maxThings = 8;
/** Boxes that overlap more than this are one thing. */
const maxOverlap = 0.4;

/** The classes of COCO, in the model's order. */
const names =
  "person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic light,fire hydrant,stop sign,parking meter,bench,bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe,backpack,umbrella,handbag,tie,suitcase,frisbee,skis,snowboard,sports ball,kite,baseball bat,baseball glove,skateboard,surfboard,tennis racket,bottle,wine glass,cup,fork,knife,spoon,bowl,banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake,chair,couch,potted plant,bed,dining table,toilet,tv,laptop,mouse,remote,keyboard,cell phone,microwave,oven,toaster,sink,refrigerator,book,clock,vase,scissors,teddy bear,hair drier,toothbrush".split(
    ",",
  );

/** Reads a model's two files, instead of fetching them. */
function fromDisk(folder: string, name: string) {
  return {
    load: async () => {
      const { modelTopology, weightsManifest, ...others } = JSON.parse(
        readFileSync(path.join(folder, `${name}.json`), "utf8"),
      );
      const parts: string[] = weightsManifest.flatMap(({ paths }: { paths: string[] }) => paths);
      const bytes = Buffer.concat(parts.map((part) => readFileSync(path.join(folder, part))));
      return {
        ...others,
        modelTopology,
        weightSpecs: weightsManifest.flatMap(({ weights }: { weights: object[] }) => weights),
        weightData: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
      };
    },
  };
}

/** Loads the model for the first picture in which things are wanted. */
export function thingFinder(tf: TensorFlow, require: NodeJS.Require) {
  let loading: Promise<GraphModel> | undefined;
  function load(): Promise<GraphModel> {
    const { loadGraphModel } = require("@tensorflow/tfjs-converter");
    const models = path.join(path.dirname(require.resolve("@vladmandic/human")), "..", "models");
    return loadGraphModel(fromDisk(models, "centernet"));
  }

  return async function findThings(picture: Pixels): Promise<string[]> {
    loading ??= load();
    const model = await loading;
    const rows = tf.tidy(() => {
      const pixels = tf.tensor3d(picture.data, [picture.height, picture.width, 3], "int32");
      const input = tf.image.resizeBilinear(tf.expandDims<Tensor4D>(pixels), [side, side]);
      return tf.squeeze<Tensor2D>(model.execute(input, ["tower_0/detections"]) as Tensor3D, [0]);
    });
    try {
      return await namesOf(tf, rows);
    } finally {
      tf.dispose(rows);
    }
  };
}

/** @param rows of left, top, right, bottom, score and class */
async function namesOf(tf: TensorFlow, rows: Tensor2D): Promise<string[]> {
  const found = await rows.array();
  const [boxes, scores] = tf.tidy(() => [
    tf.tensor2d(found.map(([left = 0, top = 0, right = 0, bottom = 0]) => [top, left, bottom, right])),
    tf.tensor1d(found.map(([, , , , score = 0]) => score)),
  ]);
  try {
    const kept = await tf.image.nonMaxSuppressionAsync(boxes, scores, maxThings, maxOverlap, minScore);
    const places = await kept.data();
    tf.dispose(kept);
    return [...new Set([...places].flatMap((place) => names[found[place]?.[5] ?? -1] ?? []))];
  } finally {
    tf.dispose([boxes, scores]);
  }
}
