"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { Input } from "@/components/ui/input";
import { LocalDate } from "@/components/ui/local-date";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessage } from "@/lib/http/api-error";
import { createPackageLink } from "@/lib/shop/prints/client/order-queries";
import type { PackageLinkDto } from "@/lib/shop/prints/fulfilment-schema";
import type { AdminPrintOrderDto } from "@/lib/shop/prints/schema";

/** The link a lab uses to fetch an order's package. */
export function PackageLinkDialog({ order, onClose }: { order: AdminPrintOrderDto; onClose: () => void }) {
  const [link, setLink] = useState<PackageLinkDto | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let isGone = false;
    createPackageLink(order.id).then(
      (made) => !isGone && setLink(made),
      (error) =>
        !isGone && setProblem(errorMessage(error, "The link could not be created. Please try again.")),
    );
    return () => {
      isGone = true;
    };
  }, [order.id]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(link?.url ?? "");
      setCopied("yes");
    } catch {
      // Without https there is no clipboard: the browser copies the selected text.
      field.current?.select();
      setCopied(document.execCommand?.("copy") ? "yes" : "failed");
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={`Link to the package of order ${order.number}`}
        description="Anyone with this link can download the photos and the address of this order. Give it only to the lab."
        footer={
          <>
            <DialogClose className={buttonClasses({ variant: "secondary" })}>Close</DialogClose>
            {link && (
              <Button onClick={() => void copy()}>
                {copied === "yes" ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
                {copied === "yes" ? "Copied" : "Copy link"}
              </Button>
            )}
          </>
        }
      >
        <FormAlert message={problem} />
        {!link && !problem && <Skeleton className="h-12" />}
        {link && (
          <>
            <Input
              ref={field}
              readOnly
              aria-label="Link"
              value={link.url}
              onFocus={(event) => event.target.select()}
              className="text-ellipsis"
            />
            <p className="mt-2 text-step--1 text-ink-soft">
              It works until <LocalDate iso={link.expiresAt} />, without signing in.
            </p>
          </>
        )}
        <p role="status" className="mt-2 min-h-6 text-step--1 text-ink-soft">
          {copied === "yes" && "The link is copied. Paste it into a message."}
          {copied === "failed" && "Please copy the selected link yourself."}
        </p>
      </DialogContent>
    </Dialog>
  );
}
