import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";
import { placesOfOurs } from "@/lib/platform/child-processes/places-of-ours";
import { ChildRecognizer } from "@/lib/platform/recognition/child-recognizer";
import type { Recognizer } from "@/lib/platform/recognition/recognition-driver";

// The server bundle and Next's bundle each hold a copy of this module: one child process a process, not two.
const holder = globalThis as typeof globalThis & { keepsakeRecognizer?: Recognizer };

const ownProgram = path.join("scripts", "recognize.mjs");
const packages = [
  "@tensorflow/tfjs-core",
  "@tensorflow/tfjs-converter",
  "@tensorflow/tfjs-backend-wasm",
  "@vladmandic/face-api",
  "@vladmandic/human",
];

let isInstalled: boolean | undefined;

/** Whether this server can look into pictures: it is not switched off, and the models are installed. */
export function isRecognitionAvailable(): boolean {
  if (!env.RECOGNITION) return false;
  if (env.RECOGNITION_PROGRAM) return true;
  isInstalled ??= packages.every((name) => existsSync(path.resolve("node_modules", name, "package.json")));
  return isInstalled;
}

/** The one that reads pictures in this process. */
export function getRecognizer(): Recognizer {
  holder.keepsakeRecognizer ??= new ChildRecognizer({
    program: path.resolve(env.RECOGNITION_PROGRAM ?? ownProgram),
    hidden: placesOfOurs(),
  });
  return holder.keepsakeRecognizer;
}

/** Ends its process, if there is one. */
export async function closeRecognizer(): Promise<void> {
  await holder.keepsakeRecognizer?.close();
}
