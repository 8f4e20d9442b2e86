import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Replaces pages about prints while a super admin has switched them off. */
export function PrintsOff() {
  return (
    <EmptyState
      level={1}
      title="Prints are switched off here"
      action={
        <Link href="/" className={buttonClasses()}>
          Back to the album
        </Link>
      }
    >
      The person who runs this server has switched off prints. Your photos aren't affected.
    </EmptyState>
  );
}

/** Shown above earlier orders, which can still be followed. */
export function PrintsOffNote() {
  return (
    <p role="note" className="mb-5 rounded-2xl bg-sunk p-4">
      Prints are switched off on this server. You can still follow and cancel earlier orders.
    </p>
  );
}
