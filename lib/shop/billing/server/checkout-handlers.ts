import type { Prisma } from "@/lib/db";
import type { FinishedCheckout } from "@/lib/platform/payments/payments-driver";

/** Runs once the transaction is kept, such as letting sessions be read anew. */
export type AfterKept = () => void;

/**
 * What a finished checkout means, for one `metadata.kind`. Both run in the transaction that marks the event as
 * applied, so once for each event; another event about the same checkout may still come (a delayed payment's), so
 * they leave alone what they find done. What they throw makes the provider send the event again.
 */
export interface CheckoutHandler {
  /** The money is there: the provider's signature was checked. */
  paid: (checkout: FinishedCheckout, client: Prisma.TransactionClient) => Promise<AfterKept | undefined>;
  /** It was left unpaid and can't be paid any more. */
  expired: (checkout: FinishedCheckout, client: Prisma.TransactionClient) => Promise<AfterKept | undefined>;
}
