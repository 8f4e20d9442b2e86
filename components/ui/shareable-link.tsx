"use client";

import { Check, Copy, Share2 } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { QrCode } from "@/components/ui/qr-code";

export interface ShareableLinkProps {
  url: string;
  /** Where the QR code leads, for people who can't see it. */
  qrLabel: string;
  shareTitle: string;
  /** Precedes the link in a message. */
  shareText: string;
  /** Replaces the Share button. */
  children?: ReactNode;
}

/** A link to pass on: to copy, share, or scan off the screen with another phone's camera. */
export function ShareableLink({ url, qrLabel, shareTitle, shareText, children }: ShareableLinkProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied("yes");
    } catch {
      // Without https there is no clipboard: the browser copies the selected text.
      field.current?.select();
      setCopied(document.execCommand?.("copy") ? "yes" : "failed");
    }
  }

  async function share() {
    if (navigator.share) {
      // Someone who closes the sheet has changed their mind; nothing failed.
      await navigator.share({ title: shareTitle, text: shareText, url }).catch(() => {});
      return;
    }
    const message = encodeURIComponent(`${shareText} ${url}`);
    window.open(`https://wa.me/?text=${message}`, "_blank", "noopener,noreferrer");
  }

  return (
    <div className="grid gap-6 md:grid-cols-[auto_minmax(0,1fr)] md:items-center">
      <QrCode text={url} label={qrLabel} className="mx-auto w-52 max-w-full" />
      <div className="min-w-0">
        <Label htmlFor={id}>Link</Label>
        <Input
          id={id}
          ref={field}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="text-ellipsis"
        />
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={() => void copy()}>
            {copied === "yes" ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {copied === "yes" ? "Copied" : "Copy link"}
          </Button>
          {children ?? (
            <Button variant="secondary" onClick={() => void share()}>
              <Share2 aria-hidden="true" />
              Share
            </Button>
          )}
        </div>
        <p role="status" className="mt-2 min-h-6 text-step--1 text-ink-soft">
          {copied === "yes" && "The link is copied. Paste it into a message."}
          {copied === "failed" && "Please copy the selected link yourself."}
        </p>
      </div>
    </div>
  );
}
