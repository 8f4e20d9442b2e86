"use client";

import { Check, Copy, Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";

/** Shows the recovery codes, only once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // No clipboard on plain http: the codes can be selected and copied by hand.
      setIsCopied(false);
    }
  }

  function save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = "recovery-codes.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Your recovery codes"
        description="In case you lose your phone: each works once, instead of the app's code. They won't be shown again."
        footer={<Button onClick={onClose}>I've saved them</Button>}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <ul
          aria-label="Recovery codes"
          className="grid gap-x-6 gap-y-1.5 rounded-2xl bg-sunk p-4 font-mono select-all sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="secondary" size="small" onClick={() => void copy()}>
            {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {isCopied ? "Copied" : "Copy"}
          </Button>
          <Button variant="secondary" size="small" onClick={save}>
            <Download aria-hidden="true" />
            Save as a file
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
