"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAuth } from "@/components/session/session-auth-provider";
import { basketOpener, closeBasket } from "@/components/shop/basket/basket-controller";
import { BasketItemRow } from "@/components/shop/basket/basket-item-row";
import { BasketSummary } from "@/components/shop/basket/basket-summary";
import { CheckoutQuestion } from "@/components/shop/basket/checkout-question";
import { useBasketChanges } from "@/components/shop/basket/use-basket-changes";
import { useCheckout } from "@/components/shop/basket/use-checkout";
import { RedeemForm } from "@/components/shop/vouchers/redeem-form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { fetchedPart } from "@/components/ui/fetched-part";
import { Skeleton } from "@/components/ui/skeleton";
import { countPrints } from "@/lib/shop/prints/basket-count";
import { shippingAddressOf } from "@/lib/shop/prints/basket-state";
import { basketOptions, quotaOptions } from "@/lib/shop/prints/client/queries";
import { isCroppable } from "@/lib/shop/prints/print-crop";

const CropDialog = fetchedPart(async () => (await import("@/components/shop/basket/crop-dialog")).CropDialog);
const PrintSuggestions = fetchedPart(
  async () => (await import("@/components/shop/prints/print-suggestions")).PrintSuggestions,
);

type Question = "clear" | "order";

/** The basket modal of specification 2.10. */
export function BasketDialog({ isOpen }: { isOpen: boolean }) {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && closeBasket()}>
      {isOpen && <OpenBasket />}
    </Dialog>
  );
}

function OpenBasket() {
  const { user } = useAuth();
  const { data: items, isError, isFetching, refetch } = useQuery(basketOptions());
  const { data: quota } = useQuery(quotaOptions());
  const changes = useBasketChanges();
  const { checkOut, isBusy } = useCheckout();
  const [asked, setAsked] = useState<Question | null>(null);
  const ask = (question: typeof asked) => (isOpen: boolean) => setAsked(isOpen ? question : null);
  const [croppedId, setCroppedId] = useState<string | null>(null);
  const prints = countPrints(items ?? []);
  const shippingAddress = shippingAddressOf(user);
  const cropped = items?.find(({ id }) => id === croppedId);
  const canCheckOut = Boolean(quota && quota.remaining > 0 && prints > 0 && shippingAddress);
  return (
    <DialogContent
      title="Your basket"
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        basketOpener()?.focus();
      }}
      footer={
        prints > 0 && (
          <BasketButtons
            isOrdering={isBusy}
            canCheckOut={canCheckOut && !changes.isSaving}
            onAsk={setAsked}
          />
        )
      }
    >
      {items === undefined && !isError && <LoadingBasket />}
      {isError && (
        <div role="alert" className="grid justify-items-start gap-3 py-4">
          <p>Failed to load basket items. Please try again.</p>
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
      {items?.length === 0 && (
        <EmptyState title="Your basket is empty">
          Open a photo and press “Add to basket” to have it printed.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <>
          <ul aria-label="Photos in your basket">
            {items.map((item) => (
              <BasketItemRow
                key={item.id}
                item={item}
                changes={changes}
                onCrop={isCroppable(item) ? () => setCroppedId(item.id) : null}
              />
            ))}
          </ul>
          <BasketSummary prints={prints} quota={quota} shippingAddress={shippingAddress} />
          <div className="mt-4">
            <RedeemForm label="Voucher (optional)" hint="You can use its free prints in this order." />
          </div>
        </>
      )}
      {items && <PrintSuggestions className="mt-5" />}
      <ConfirmDialog
        open={asked === "clear"}
        onOpenChange={ask("clear")}
        title="Are you sure you want to clear your basket?"
        description="Your photos stay in the album."
        confirmLabel="Clear basket"
        isBusy={changes.isClearing}
        onConfirm={() => changes.clear(() => setAsked(null))}
      />
      {quota && (
        <CheckoutQuestion
          isOpen={asked === "order"}
          onOpenChange={ask("order")}
          prints={prints}
          quota={quota}
          shippingAddress={shippingAddress}
          onOrder={() => {
            setAsked(null);
            checkOut(shippingAddress);
          }}
        />
      )}
      {cropped && (
        <CropDialog
          item={cropped}
          onClose={() => setCroppedId(null)}
          onSave={(crop) => {
            changes.changePrint(cropped.id, { crop });
            setCroppedId(null);
          }}
        />
      )}
    </DialogContent>
  );
}

interface BasketButtonsProps {
  isOrdering: boolean;
  canCheckOut: boolean;
  onAsk: (question: Question) => void;
}

function BasketButtons({ isOrdering, canCheckOut, onAsk }: BasketButtonsProps) {
  return (
    <>
      <Button variant="ghost" disabled={isOrdering} onClick={() => onAsk("clear")} className="md:mr-auto">
        Clear basket
      </Button>
      <Button
        isBusy={isOrdering}
        busyLabel="Processing..."
        disabled={!canCheckOut}
        onClick={() => onAsk("order")}
      >
        Checkout
      </Button>
    </>
  );
}

function LoadingBasket() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading your basket</span>
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  );
}
