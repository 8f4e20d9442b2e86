import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown on an admins' page to everyone else in the family. */
export function AdminsOnly() {
  return (
    <EmptyState
      level={1}
      drawing="heart"
      title="This page is for your family's admins"
      action={
        <Link href="/" className={buttonClasses()}>
          Back to the album
        </Link>
      }
    >
      <p>Ask one of them: they can do this for you in a minute.</p>
    </EmptyState>
  );
}
