import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** quality.md, Decoding: the memory one picture may take. */
export const maxDecoderBytes = 512 * 1024 ** 2;

/** The peak memory of each decoder of this process, in bytes. */
export const decoderPeaks = (): number[] =>
  execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("decoder/decode.mjs"))
    .map((line) => readFileSync(`/proc/${Number.parseInt(line, 10)}/status`, "utf8"))
    .map((status) => Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) * 1024);
