"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormAlert } from "@/components/accounts/form-alert";
import { giftStatusWords } from "@/components/gifts/gift-status";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { operatorGiftOrdersKey, requestGiftOrderChange } from "@/lib/features/gifts/queries";
import type { GiftOrderStatusName, OperatorGiftOrderDto } from "@/lib/features/gifts/schema";
import { ApiError, errorMessage } from "@/lib/http/api-error";

export interface GiftStepDialogProps {
  order: OperatorGiftOrderDto;
  step: GiftOrderStatusName;
  onClose: () => void;
}

/** Takes a gift order a step on, which can't be taken back. */
export function GiftStepDialog({ order, step, onClose }: GiftStepDialogProps) {
  const queryClient = useQueryClient();
  const [link, setLink] = useState(order.trackingUrl ?? "");
  const [fault, setFault] = useState<{ field: string | undefined; message: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const label = giftStatusWords[step].label.toLowerCase();
  const isAtLink = fault?.field === "trackingUrl";

  async function save() {
    setFault(null);
    setIsBusy(true);
    try {
      const trackingUrl = link.trim() || null;
      const tracking = step === "dispatched" && trackingUrl !== order.trackingUrl ? { trackingUrl } : {};
      const saved = await requestGiftOrderChange(order.id, { status: step, ...tracking });
      queryClient.setQueryData<OperatorGiftOrderDto[]>(operatorGiftOrdersKey, (orders) =>
        orders?.map((one) => (one.id === saved.id ? saved : one)),
      );
      toast({ title: `Gift order ${order.number} is now ${label}` });
      onClose();
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      setFault({ field, message: errorMessage(error, "It could not be saved. Please try again.") });
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={`Mark gift order ${order.number} as ${label}?`}
      description={`${order.orderedBy ? `${order.orderedBy.username} gets an email. ` : ""}An order never goes back to an earlier state.`}
      submitLabel={`Mark as ${label}`}
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <FormAlert message={fault && !isAtLink ? fault.message : null} />
      {step === "dispatched" && (
        <TextField
          type="url"
          label="Tracking link (optional)"
          hint="The carrier's page about this parcel."
          error={isAtLink ? fault?.message : undefined}
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
