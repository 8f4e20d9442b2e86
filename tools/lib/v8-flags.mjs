import { availableParallelism } from "node:os";

/**
 * Where tests keep every core busy, the threads with which V8 compiles and collects garbage save no time, and cost a
 * twentieth more CPU.
 */
export const v8Flags = availableParallelism() < 5 ? ["--single-threaded"] : [];
