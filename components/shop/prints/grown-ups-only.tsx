import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown to children on pages about ordering (product.md, Children: they can't order anything). */
export function GrownUpsOnly({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      level={1}
      title="This page is for the grown-ups"
      action={
        <Link href="/" className={buttonClasses()}>
          Back to the album
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}
