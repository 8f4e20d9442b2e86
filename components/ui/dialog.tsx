"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { type ComponentProps, type ReactNode, useDeferredValue } from "react";
import { cn } from "@/components/ui/class-names";
import { useReturnedFocus } from "@/components/ui/returned-focus";

/**
 * Root of a dialog: `open` and `onOpenChange`. Load dialogs with next/dynamic: they weigh 15 KB. The dialog opens only
 * after the screen has responded to the press: on a slow phone, drawing it takes longer than a frame.
 */
export function Dialog({ open, ...rest }: ComponentProps<typeof Radix.Root>) {
  const wasOpen = useDeferredValue(open, false);
  return <Radix.Root {...rest} {...(open === undefined ? {} : { open: open && wasOpen === true })} />;
}

export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

export interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, "title"> {
  title: ReactNode;
  description?: ReactNode;
  /** The row of buttons, which stays in view at the bottom. */
  footer?: ReactNode;
  /** Hides the close button while closing has to wait. */
  isCloseHidden?: boolean;
  overlayClassName?: string;
}

/** A rounded card in the middle; under 768 px a sheet from below. Focus is trapped inside, and returned on closing. */
export function DialogContent({
  title,
  description,
  footer,
  isCloseHidden = false,
  overlayClassName,
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...rest
}: DialogContentProps) {
  const focus = useReturnedFocus({ onOpenAutoFocus, onCloseAutoFocus });
  return (
    <Radix.Portal>
      <Radix.Overlay className={cn("overlay", overlayClassName)} />
      <Radix.Content
        // Radix warns about a missing description unless this says that there is none.
        {...(description ? {} : { "aria-describedby": undefined })}
        {...rest}
        {...focus}
        className={cn("dialog", className)}
      >
        <div className="mb-4 flex items-start justify-between gap-4">
          <div>
            <Radix.Title className="pt-1.5 text-step-2">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-1.5 text-ink-soft">{description}</Radix.Description>
            )}
          </div>
          {!isCloseHidden && (
            <Radix.Close
              aria-label="Close"
              className="button button-ghost button-icon -mt-1.5 -mr-2 flex-none"
            >
              <X aria-hidden="true" />
            </Radix.Close>
          )}
        </div>
        {children}
        {footer && (
          <div className="mt-6 flex flex-col-reverse gap-3 md:flex-row md:justify-end [&>*]:max-md:w-full">
            {footer}
          </div>
        )}
      </Radix.Content>
    </Radix.Portal>
  );
}
