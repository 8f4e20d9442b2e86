import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);

/**
 * face-api asks for all of TensorFlow.js, 200 MB of it, and uses nothing but its core. What it expects on tensors besides
 * (`tensor.mul(2)` for `mul(tensor, 2)`) is put there.
 */
function standInForAll(tf) {
  const core = require.resolve("@tensorflow/tfjs-core");
  const { Module } = require("node:module");
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function resolveFilename(request, ...others) {
    return request === "@tensorflow/tfjs" ? core : resolve.call(this, request, ...others);
  };
  const methods = tf.Tensor.prototype;
  for (const name of Object.keys(tf).filter(
    (name) => typeof tf[name] === "function" && /^[a-z]/.test(name),
  )) {
    methods[name] ??= function chained(...others) {
      return tf[name](this, ...others);
    };
  }
  for (const dimensions of [1, 2, 3, 4, 5]) {
    methods[`as${dimensions}D`] ??= function reshaped(...shape) {
      return tf.reshape(this, dimensions === 1 ? [this.size] : shape);
    };
  }
  for (const [name, type] of Object.entries({ toFloat: "float32", toInt: "int32", toBool: "bool" })) {
    methods[name] ??= function converted() {
      return tf.cast(this, type);
    };
  }
}

/**
 * Loads the models from the packages on the disk, on WebAssembly: it needs nothing that is compiled for one machine.
 * @returns {Promise<{ findFaces: Function, findThings: Function }>}
 */
export async function loadModels() {
  const tf = require("@tensorflow/tfjs-core");
  standInForAll(tf);
  const wasm = require("@tensorflow/tfjs-backend-wasm");
  wasm.setWasmPaths(`${path.dirname(require.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
  await tf.setBackend("wasm");
  await tf.ready();
  const { faceFinder } = await import("./faces.mjs");
  const { thingFinder } = await import("./things.mjs");
  return { findFaces: faceFinder(tf, require), findThings: thingFinder(tf, require) };
}
