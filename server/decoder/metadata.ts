import type { DecoderJobs } from "@/lib/platform/images/decoder-jobs";
import { readDates } from "@/server/decoder/dates";
import { readFacts } from "@/server/decoder/facts";

/** When a picture was taken, and its other metadata; if one of the two can't be read, the other isn't lost. */
export async function readMetadata(bytes: Buffer, wanted: DecoderJobs["metadata"]): Promise<object> {
  const { dates } = await readDates(bytes, wanted).catch(() => ({ dates: [] }));
  return { dates, facts: await readFacts(bytes, wanted) };
}
