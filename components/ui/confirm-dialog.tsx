"use client";

import * as Radix from "radix-ui/alert-dialog";
import { type ReactNode, useDeferredValue } from "react";
import { Button, buttonClasses } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { useReturnedFocus } from "@/components/ui/returned-focus";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  variant?: "primary" | "danger";
  /** Cancelling is what most people should do: it looks and is placed like the primary choice. */
  prefersCancel?: boolean;
  isBusy?: boolean;
  /** The dialog stays open until the caller closes it, so a failure can be shown in place. */
  onConfirm: () => void;
  /** Called when Cancel is pressed, but not when the dialog is closed in another way. */
  onCancel?: () => void;
}

/** Confirms something important. Focus starts on Cancel; a press outside does not close it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  variant = "danger",
  prefersCancel = false,
  isBusy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const focus = useReturnedFocus({});
  // As in Dialog.
  const wasOpen = useDeferredValue(open, false);
  return (
    <Radix.Root open={open && wasOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content className="dialog" {...focus}>
          <Radix.Title className="text-step-2">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description>
          <div
            className={cn(
              "mt-6 flex gap-3 md:flex-row md:justify-end",
              prefersCancel ? "flex-col" : "flex-col-reverse",
            )}
          >
            <Radix.Cancel
              className={buttonClasses({ variant: prefersCancel ? "primary" : "secondary" })}
              onClick={onCancel}
            >
              {cancelLabel}
            </Radix.Cancel>
            <Button variant={prefersCancel ? "secondary" : variant} isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
