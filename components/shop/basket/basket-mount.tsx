"use client";

import { useEffect, useState } from "react";
import { closeBasket, useIsBasketOpen } from "@/components/shop/basket/basket-controller";
import { fetchedPart } from "@/components/ui/fetched-part";

const BasketDialog = fetchedPart(
  async () => (await import("@/components/shop/basket/basket-dialog")).BasketDialog,
);

/** Fetches the basket when it is first opened, and keeps it mounted after that. */
export function BasketMount() {
  const isOpen = useIsBasketOpen();
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (isOpen) setIsWanted(true);
  }, [isOpen]);
  if (!isOpen && !isWanted) return null;
  return (
    <BasketDialog
      isOpen={isOpen}
      onNotLoaded={() => {
        closeBasket();
        setIsWanted(false);
      }}
    />
  );
}
