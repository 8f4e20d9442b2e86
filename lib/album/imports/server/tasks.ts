import { z } from "zod";
import type { Prisma } from "@/lib/db";
import { declareTask } from "@/lib/platform/queue/task";

/** Reads, runs or undoes an import for a while, whichever it is to do; running-service does the work. */
export const importTask = declareTask("imports.work", z.object({ importId: z.uuid() }));

/** @param afterMs how long others have their turn before */
export async function enqueueImport(
  importId: string,
  { client, afterMs = 0 }: { client?: Prisma.TransactionClient; afterMs?: number } = {},
): Promise<void> {
  const options = { jobKey: `${importTask.name}:${importId}`, runAt: new Date(Date.now() + afterMs) };
  await importTask.enqueue({ importId }, options, client);
}
