"use client";

import { buttonClasses } from "@/components/ui/button";
import { cloudPaths, DrawingDisc } from "@/components/ui/drawing-disc";
import { reloadPage } from "@/lib/account/accounts/client/full-navigation";

/** Specification 8.1. Both ways to continue are links: they work without scripts too. */
export function ApplicationError() {
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <div role="alert" className="flex max-w-md flex-col items-center">
        <DrawingDisc paths={cloudPaths} />
        <h1 className="mt-5 text-step-2">Application Error</h1>
        <p className="mt-3 mb-7 text-ink-soft">
          Something went wrong on our side. Nothing in your album was lost. Reloading usually helps.
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <a
            href="?"
            onClick={(event) => {
              event.preventDefault();
              reloadPage();
            }}
            className={buttonClasses()}
          >
            Reload Application
          </a>
          <a href="/login" className={buttonClasses({ variant: "secondary" })}>
            Go to Login
          </a>
        </div>
      </div>
    </main>
  );
}
