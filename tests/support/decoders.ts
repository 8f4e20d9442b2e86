import { readFileSync } from "node:fs";
import { childrenWith } from "@/tests/support/children";

/** quality.md, Decoding: the memory one picture may take. */
export const maxDecoderBytes = 512 * 1024 ** 2;

/** Ids of the decoders that this process has started and that haven't ended. */
export const decoderIds = () => childrenWith("decoder/decode.mjs");

/** The peak memory of each decoder of this process, in bytes. */
export const decoderPeaks = (): number[] =>
  decoderIds()
    .map((id) => readFileSync(`/proc/${id}/status`, "utf8"))
    .map((status) => Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) * 1024);

/** The CPU time each decoder of this process has taken so far, in milliseconds, by its process id. */
export const decoderTimes = (): Map<number, number> =>
  new Map(
    decoderIds().map((id) => {
      const [, fields = ""] = readFileSync(`/proc/${id}/stat`, "utf8").split(") ");
      const [user, system] = fields.split(" ").slice(11, 13).map(Number);
      // Linux counts in hundredths of a second.
      return [id, ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10];
    }),
  );
