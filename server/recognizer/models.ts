import Module, { createRequire } from "node:module";
import path from "node:path";
import type { RecognizedFace } from "@/lib/platform/recognition/recognition-driver";
import { faceFinder } from "@/server/recognizer/faces";
import type { Pixels } from "@/server/recognizer/pixels";
import type { TensorFlow } from "@/server/recognizer/tensorflow";
import { thingFinder } from "@/server/recognizer/things";

const require = createRequire(import.meta.url);

type Tensor = import("@tensorflow/tfjs-core").Tensor;

export interface Models {
  findFaces: (picture: Pixels) => Promise<RecognizedFace[]>;
  /** The names of the things seen, most certain first, each once. */
  findThings: (picture: Pixels) => Promise<string[]>;
}

/**
 * face-api requires all of TensorFlow.js, 200 MB of it, but uses only its core. The chained methods it also expects on
 * tensors (`tensor.mul(2)` for `mul(tensor, 2)`) are added here.
 */
function standInForAll(tf: TensorFlow): void {
  const core = require.resolve("@tensorflow/tfjs-core");
  const resolver = Module as unknown as {
    _resolveFilename: (request: string, ...others: unknown[]) => string;
  };
  const resolve = resolver._resolveFilename;
  resolver._resolveFilename = function resolveFilename(request, ...others) {
    return request === "@tensorflow/tfjs" ? core : resolve.call(this, request, ...others);
  };
  const methods = tf.Tensor.prototype as unknown as Record<
    string,
    (this: Tensor, ...others: never[]) => unknown
  >;
  for (const [name, work] of Object.entries(tf)) {
    if (typeof work !== "function" || !/^[a-z]/.test(name)) continue;
    const operation = work as (tensor: Tensor, ...others: unknown[]) => unknown;
    methods[name] ??= function chained(...others) {
      return operation(this, ...others);
    };
  }
  for (const dimensions of [1, 2, 3, 4, 5]) {
    methods[`as${dimensions}D`] ??= function reshaped(...shape: number[]) {
      return tf.reshape(this, dimensions === 1 ? [this.size] : shape);
    };
  }
  for (const [name, type] of Object.entries({
    toFloat: "float32",
    toInt: "int32",
    toBool: "bool",
  } as const)) {
    methods[name] ??= function converted() {
      return tf.cast(this, type);
    };
  }
}

/**
 * Loads the models from the packages on disk, on WebAssembly, which needs nothing compiled for a particular machine.
 */
export async function loadModels(): Promise<Models> {
  const tf: TensorFlow = require("@tensorflow/tfjs-core");
  standInForAll(tf);
  const wasm = require("@tensorflow/tfjs-backend-wasm");
  wasm.setWasmPaths(`${path.dirname(require.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
  await tf.setBackend("wasm");
  await tf.ready();
  return { findFaces: faceFinder(tf, require), findThings: thingFinder(tf, require) };
}
