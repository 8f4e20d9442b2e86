import { db } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { ProviderUnavailableError } from "@/lib/platform/print-providers/print-provider";
import { prodigi } from "@/lib/platform/print-providers/prodigi";
import { askProvider, providerUnavailable } from "@/lib/shop/prints/server/provider-call-service";

/**
 * Cancels an order where it is being made, before it is cancelled here; does nothing if it is only here.
 * @returns its reference there, null if it is only here
 * @throws AppError 409 too_late; 503 print_provider_unavailable, and then nothing has changed
 */
export async function cancelAtProvider(familyId: string, orderId: string): Promise<string | null> {
  const order = await db.printOrder.findFirst({
    where: { id: orderId, familyId, sendState: "sent", status: { in: ["placed", "in_production"] } },
    select: { providerReference: true },
  });
  const reference = order?.providerReference;
  if (!reference) return null;
  try {
    const outcome = await askProvider(
      { familyId, orderId, provider: prodigi, action: "cancel" },
      () => prodigi.cancel(reference),
      (answer) => `${reference}: ${answer ?? "not known there"}`,
    );
    if (outcome === "too_late") {
      throw new AppError(
        "too_late",
        409,
        "Prodigi is already making this order, so it can no longer be cancelled.",
        {
          field: "status",
        },
      );
    }
    return reference;
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw providerUnavailable(error.message);
    throw error;
  }
}
