"use client";

import type { FormEvent, ReactNode, RefObject } from "react";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";

export interface FormDialogProps {
  title: ReactNode;
  description?: ReactNode;
  submitLabel: string;
  /** Replaces the button's text while the form is being sent. */
  busyLabel: string;
  isBusy: boolean;
  variant?: "primary" | "danger";
  /** Regains focus on closing; by default, the element that had it before. */
  opener?: RefObject<HTMLElement | null> | undefined;
  /** Another button, before Cancel. */
  extra?: ReactNode;
  /** Not called while a form is being sent. */
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A dialog that is a single form, with Cancel and its button below. It stays open until the caller closes it. */
export function FormDialog({
  title,
  description,
  submitLabel,
  busyLabel,
  isBusy,
  variant = "primary",
  opener,
  extra,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) onSubmit();
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={title}
        description={description}
        onCloseAutoFocus={(event) => {
          if (!opener?.current) return;
          event.preventDefault();
          opener.current.focus();
        }}
        footer={
          <>
            {extra}
            <DialogClose className={buttonClasses({ variant: "secondary" })}>Cancel</DialogClose>
            <Button type="submit" form="dialog-form" variant={variant} isBusy={isBusy} busyLabel={busyLabel}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <form id="dialog-form" onSubmit={submit} noValidate className="grid gap-5">
          {children}
        </form>
      </DialogContent>
    </Dialog>
  );
}
