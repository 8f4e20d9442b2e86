"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { CountBadge } from "@/components/ui/badge";
import { cn } from "@/components/ui/class-names";
import { unviewedOrdersOptions } from "@/lib/shop/prints/client/unviewed-orders-query";

export interface PrintOrdersButtonProps {
  /** The server's count for this page. */
  unviewed: number;
  /** The parcel's drawing. */
  children: ReactNode;
}

/**
 * Specification 2.5: an admin's link to the family's print orders, with the number nobody has seen yet. A phone's top
 * bar has space for it only if there are any; the user menu always links there.
 */
export function PrintOrdersButton({ unviewed, children }: PrintOrdersButtonProps) {
  const { data } = useQuery(unviewedOrdersOptions(unviewed));
  const count = typeof data === "number" ? data : 0;
  return (
    <Link
      href="/admin-print-orders"
      aria-label={count > 0 ? `Print orders, ${count} new` : "Print orders"}
      className={cn(
        "relative -ml-2 grid size-11 flex-none place-items-center rounded-full text-ink-soft hover:bg-sunk",
        count === 0 && "max-md:hidden",
      )}
    >
      {children}
      <CountBadge count={count} />
    </Link>
  );
}
