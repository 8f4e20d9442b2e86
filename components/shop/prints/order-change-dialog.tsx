"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { orderStatusTexts } from "@/components/shop/prints/order-status";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { replaceFamilyOrder, updatePrintOrder } from "@/lib/shop/prints/client/order-queries";
import { printOrdersKey } from "@/lib/shop/prints/client/queries";
import {
  type AdminPrintOrderDto,
  type PrintOrderStatusName,
  type PrintOrderUpdate,
  printOrderUpdateSchema,
} from "@/lib/shop/prints/schema";

export interface OrderChangeDialogProps {
  order: AdminPrintOrderDto;
  /** The next step; null if only the tracking link changes. */
  step: PrintOrderStatusName | null;
  onClose: () => void;
}

/** Moves an order a step forward, which can't be undone, or sets its tracking link. */
export function OrderChangeDialog({ order, step, onClose }: OrderChangeDialogProps) {
  const queryClient = useQueryClient();
  const [link, setLink] = useState(order.trackingUrl ?? "");
  const asksLink = step === null || step === "dispatched";
  const { number } = order;
  const label = step && orderStatusTexts[step].label.toLowerCase();

  const { run, isBusy, error, errorOf, setError } = useAction(
    async (change: PrintOrderUpdate) => {
      const saved = await updatePrintOrder(order.id, change);
      replaceFamilyOrder(queryClient, saved);
      // The admin's own orders are among the family's.
      void queryClient.invalidateQueries({ queryKey: printOrdersKey });
      toast({
        title: step ? `Order ${number} is now ${label}` : `The tracking link of order ${number} is saved`,
      });
      onClose();
    },
    { fallback: "It could not be saved. Please try again.", fields: ["trackingUrl"] },
  );

  function save() {
    const trackingUrl = link.trim() || null;
    const change = {
      ...(step ? { status: step } : {}),
      ...(asksLink && (step === null || trackingUrl !== order.trackingUrl) ? { trackingUrl } : {}),
    };
    const checked = printOrderUpdateSchema.safeParse(change);
    if (checked.success) return void run(checked.data);
    const issue = checked.error.issues.find(({ path }) => path[0] === "trackingUrl");
    setError(issue?.message ?? null, "trackingUrl");
  }

  return (
    <FormDialog
      title={step ? `Mark order ${number} as ${label}?` : `Tracking link of order ${number}`}
      description={step ? stepMeans(step, order) : "The person who ordered can use it to track the parcel."}
      submitLabel={step === "cancelled" ? "Cancel order" : step ? `Mark as ${label}` : "Save"}
      busyLabel="Saving..."
      variant={step === "cancelled" ? "danger" : "primary"}
      isBusy={isBusy}
      onSubmit={save}
      onClose={onClose}
    >
      <FormAlert message={error} />
      {asksLink && (
        <TextField
          type="url"
          label={step ? "Tracking link (optional)" : "Tracking link"}
          hint={
            step
              ? "The carrier's page about this parcel. You can also add it later."
              : "The carrier's page about this parcel. Leave it empty to remove the link."
          }
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

function stepMeans(
  step: PrintOrderStatusName,
  { orderedBy, fulfilment }: Pick<AdminPrintOrderDto, "orderedBy" | "fulfilment">,
): string {
  const notificationNote = orderedBy ? `${orderedBy.displayName} gets a notification. ` : "";
  if (step === "cancelled" && fulfilment.sendState === "sent") {
    return `It's cancelled at Prodigi first, which only works until they start making it. ${notificationNote}Its prints can be ordered again.`;
  }
  return step === "cancelled"
    ? `${notificationNote}Its prints can be ordered again. This can't be undone.`
    : `${notificationNote}An order never goes back to an earlier state.`;
}
