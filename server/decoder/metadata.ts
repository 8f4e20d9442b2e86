import type { DecoderJobs } from "@/lib/platform/images/decoder-jobs";
import { readDates } from "@/server/decoder/dates";
import { readFacts } from "@/server/decoder/facts";

/** When a picture was taken, and what else it says about itself: neither is lost where the other can't be read. */
export async function readMetadata(bytes: Buffer, wanted: DecoderJobs["metadata"]): Promise<object> {
  const { dates } = await readDates(bytes, wanted).catch(() => ({ dates: [] }));
  return { dates, facts: await readFacts(bytes, wanted) };
}
