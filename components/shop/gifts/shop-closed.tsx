import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** The gift shop's page for family members if payment isn't possible. */
export function ShopClosed() {
  return (
    <EmptyState
      level={1}
      title="There's no gift shop here yet"
      action={
        <Link href="/" className={buttonClasses()}>
          Back to the album
        </Link>
      }
    >
      When it opens, you'll find it in your menu.
    </EmptyState>
  );
}
