import { db } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import type { PrintProvider } from "@/lib/platform/print-providers/print-provider";

const retentionMs = 30 * 86_400_000;
const maxDetail = 500;

export interface AskedProvider {
  familyId: string;
  orderId: string | null;
  provider: PrintProvider;
  action: "submit" | "status" | "cancel" | "test";
}

/** Calls a lab, and records the outcome for the diagnostics. */
export async function askProvider<T>(
  { familyId, orderId, provider, action }: AskedProvider,
  ask: () => Promise<T>,
  say: (answer: T) => string,
): Promise<T> {
  const startedAt = performance.now();
  const write = (isOk: boolean, detail: string) =>
    db.printProviderCall.create({
      data: {
        familyId,
        orderId,
        provider: provider.name,
        action,
        isOk,
        detail: detail.slice(0, maxDetail),
        durationMs: Math.round(performance.now() - startedAt),
      },
      select: { id: true },
    });
  let answer: T;
  try {
    answer = await ask();
  } catch (error) {
    await write(false, error instanceof Error ? error.message : "It failed");
    throw error;
  }
  await write(true, say(answer));
  return answer;
}

export async function removeOldProviderCalls(now = new Date()): Promise<void> {
  await db.printProviderCall.deleteMany({
    where: { createdAt: { lt: new Date(now.getTime() - retentionMs) } },
  });
}

export const providerNotConfigured = (label: string) =>
  new AppError(
    "print_provider_not_configured",
    503,
    `${label} is not set up on this server. The person who runs it can add its key.`,
  );
export const providerUnavailable = (message: string) =>
  new AppError("print_provider_unavailable", 503, `${message}. Nothing has changed. Please try again.`, {
    headers: { "Retry-After": "30" },
  });
