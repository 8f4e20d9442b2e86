"use client";

import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";

export interface CopyLineProps {
  label: string;
  text: string;
  /** Announced after copying. */
  copied: string;
}

/** One line to copy: a key, a code, a link. */
export function CopyLine({ label, text, copied }: CopyLineProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"no" | "yes" | "failed">("no");

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("yes");
    } catch {
      // Without https there is no clipboard: the browser copies the selected text.
      field.current?.select();
      setState(document.execCommand?.("copy") ? "yes" : "failed");
    }
  }

  return (
    <div className="min-w-0">
      <Label htmlFor={id}>{label}</Label>
      <div className="flex flex-wrap gap-3">
        <Input
          id={id}
          ref={field}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 basis-52 font-mono text-ellipsis"
        />
        <Button onClick={() => void copy()}>
          {state === "yes" ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {state === "yes" ? "Copied" : "Copy"}
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-6 text-step--1 text-ink-soft">
        {state === "yes" && copied}
        {state === "failed" && "Please copy the selected text yourself."}
      </p>
    </div>
  );
}
