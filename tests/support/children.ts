import { execFileSync } from "node:child_process";

/** Ids of this process's children whose command has these words. */
export const childrenWith = (words: string): number[] =>
  execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(words))
    .map((line) => Number.parseInt(line, 10));
