import { z } from "zod";
import { declareTask, type JobOptions } from "@/lib/platform/queue/task";

/** Reads, runs or undoes an import for a while, whichever is due; running-service does the work. */
export const importTask = declareTask("imports.work", z.object({ importId: z.uuid() }));

export async function enqueueImport(
  importId: string,
  { client, ...options }: JobOptions = {},
): Promise<void> {
  await importTask.enqueue({ importId }, { ...options, jobKey: `${importTask.name}:${importId}` }, client);
}
