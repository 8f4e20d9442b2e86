"use client";

import { useState } from "react";
import { cn } from "@/components/ui/class-names";
import type { RenderedMailDto } from "@/lib/core/mail-templates/schema";

/** A mail as it arrives, as HTML or plain text. Its frame runs no scripts and loads nothing. */
export function MailPreview({ mail }: { mail: RenderedMailDto }) {
  const [isText, setIsText] = useState(false);
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <span className="text-ink-soft">Subject: </span>
          <strong>{mail.subject}</strong>
        </p>
        <div className="flex rounded-full bg-sunk p-1">
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              aria-pressed={isText === one}
              onClick={() => setIsText(one)}
              className={cn(
                "min-h-11 rounded-full px-4 font-semibold",
                isText === one ? "bg-card text-ink shadow-1" : "text-ink-soft",
              )}
            >
              {one ? "Text" : "HTML"}
            </button>
          ))}
        </div>
      </div>
      {isText ? (
        <pre className="rounded-2xl bg-sunk p-4 wrap-anywhere font-mono text-step--1 whitespace-pre-wrap">
          {mail.text}
        </pre>
      ) : (
        <iframe
          title="Email preview"
          sandbox=""
          srcDoc={mail.html}
          className="h-[34rem] w-full rounded-2xl border border-line bg-white"
        />
      )}
    </div>
  );
}
