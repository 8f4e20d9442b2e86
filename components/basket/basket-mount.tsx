"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { useIsBasketOpen } from "@/components/basket/basket-controller";

const BasketDialog = lazy(async () => ({
  default: (await import("@/components/basket/basket-dialog")).BasketDialog,
}));

/** Fetches the basket when it is first opened, and keeps it from then on. */
export function BasketMount() {
  const isOpen = useIsBasketOpen();
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (isOpen) setIsWanted(true);
  }, [isOpen]);
  if (!isOpen && !isWanted) return null;
  return (
    <Suspense>
      <BasketDialog isOpen={isOpen} />
    </Suspense>
  );
}
