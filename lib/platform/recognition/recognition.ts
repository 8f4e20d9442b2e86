import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";
import { ownFolders } from "@/lib/platform/child-processes/own-folders";
import { ChildRecognizer } from "@/lib/platform/recognition/child-recognizer";
import type { Recognizer } from "@/lib/platform/recognition/recognition-driver";
import { processWide } from "@/lib/shared/process-wide";

const ownProgram = path.join(".build", "recognizer", "recognize.mjs");
const packages = [
  "@tensorflow/tfjs-core",
  "@tensorflow/tfjs-converter",
  "@tensorflow/tfjs-backend-wasm",
  "@vladmandic/face-api",
  "@vladmandic/human",
];

let isInstalled: boolean | undefined;

/** Whether this server can analyse pictures: it is not switched off, and the models are installed. */
export function isRecognitionAvailable(): boolean {
  if (!env.RECOGNITION) return false;
  if (env.RECOGNITION_PROGRAM) return true;
  isInstalled ??= packages.every((name) => existsSync(path.resolve("node_modules", name, "package.json")));
  return isInstalled;
}

/** This process's recognizer. */
export function getRecognizer(): Recognizer {
  return processWide(
    "recognizer",
    () =>
      new ChildRecognizer({
        program: path.resolve(env.RECOGNITION_PROGRAM ?? ownProgram),
        hidden: ownFolders(),
      }),
  );
}

/** Ends its process, if there is one. */
export async function closeRecognizer(): Promise<void> {
  await getRecognizer().close();
}
