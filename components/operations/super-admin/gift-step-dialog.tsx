"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { giftStatusTexts } from "@/components/shop/gifts/gift-status";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { replaceOperatorGiftOrder, updateGiftOrder } from "@/lib/shop/gifts/client/queries";
import type { GiftOrderStatusName, OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";

export interface GiftStepDialogProps {
  order: OperatorGiftOrderDto;
  step: GiftOrderStatusName;
  onClose: () => void;
}

/** Moves a gift order a step forward, which can't be undone. */
export function GiftStepDialog({ order, step, onClose }: GiftStepDialogProps) {
  const queryClient = useQueryClient();
  const [link, setLink] = useState(order.trackingUrl ?? "");
  const label = giftStatusTexts[step].label.toLowerCase();
  const { run, isBusy, error, errorOf } = useAction(
    async () => {
      const trackingUrl = link.trim() || null;
      const tracking = step === "dispatched" && trackingUrl !== order.trackingUrl ? { trackingUrl } : {};
      const saved = await updateGiftOrder(order.id, { status: step, ...tracking });
      replaceOperatorGiftOrder(queryClient, saved);
      toast({ title: `Gift order ${order.number} is now ${label}` });
      onClose();
    },
    { fallback: "It could not be saved. Please try again.", fields: ["trackingUrl"] },
  );

  return (
    <FormDialog
      title={`Mark gift order ${order.number} as ${label}?`}
      description={`${order.orderedBy ? `${order.orderedBy.username} gets an email. ` : ""}An order never goes back to an earlier state.`}
      submitLabel={`Mark as ${label}`}
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <FormAlert message={error} />
      {step === "dispatched" && (
        <TextField
          type="url"
          label="Tracking link (optional)"
          hint="The carrier's page about this parcel."
          error={errorOf("trackingUrl")}
          value={link}
          maxLength={2000}
          autoCapitalize="none"
          spellCheck={false}
          onValueChange={setLink}
        />
      )}
    </FormDialog>
  );
}
