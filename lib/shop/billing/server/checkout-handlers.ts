import type { Prisma } from "@/lib/db";
import type { FinishedCheckout } from "@/lib/platform/payments/payments-driver";

/** Runs after the commit, for example to have sessions read again. */
export type AfterCommit = () => void;

/**
 * What a finished checkout does, for one `metadata.kind`. Both run in the transaction that marks the event as applied,
 * so once per event; another event about the same checkout may follow (for a delayed payment), so they leave alone what
 * is already done. If they throw, the provider sends the event again.
 */
export interface CheckoutHandler {
  /** The money has arrived: the provider's signature was checked. */
  paid: (checkout: FinishedCheckout, client: Prisma.TransactionClient) => Promise<AfterCommit | undefined>;
  /** It was not paid, and can no longer be. */
  expired: (checkout: FinishedCheckout, client: Prisma.TransactionClient) => Promise<AfterCommit | undefined>;
}
