"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";

/** A code for reading aloud and copying. */
export function VoucherCode({ code }: { code: string }) {
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setCopied("yes");
    } catch {
      // Without https there is no clipboard; the code is shown, so it can be selected.
      setCopied("failed");
    }
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <code className="rounded-lg bg-sunk px-2.5 py-1 font-mono text-[1.02em] font-semibold tracking-wide select-all">
        {code}
      </code>
      <Button variant="ghost" size="small" onClick={() => void copy()}>
        {copied === "yes" ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied === "yes" ? "Copied" : "Copy"}
        <span className="sr-only"> {code}</span>
      </Button>
      <span role="status" className={copied === "failed" ? "text-step--1 text-ink-soft" : "sr-only"}>
        {copied === "yes" && "The code is copied."}
        {copied === "failed" && "Please select the code and copy it yourself."}
      </span>
    </span>
  );
}
