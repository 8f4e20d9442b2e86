"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cloudPaths, DrawingDisc } from "@/components/ui/drawing-disc";
import { reloadPage } from "@/lib/account/accounts/client/full-navigation";
import { forgetStoredSession } from "@/lib/http/stored-session";

const initializationPattern = /database|initialization|schema|undefined/i;

/** The fallback of specification 4.11. `onRetry` renders the failed part again and refetches. */
export function ErrorFallback({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const queryClient = useQueryClient();
  const isInitializing = initializationPattern.test(error.message);

  function clearAndRetry() {
    queryClient.clear();
    forgetStoredSession();
    onRetry();
  }

  return (
    <div className="grid place-items-center px-4 py-12">
      <Card role="alert" className="flex max-w-lg flex-col items-center p-7 text-center md:p-9">
        <DrawingDisc paths={cloudPaths} />
        <h1 className="mt-4 text-step-2">
          {isInitializing ? "Database Initialization in Progress" : "Something went wrong"}
        </h1>
        {isInitializing ? (
          <div className="mt-3 space-y-2 text-ink-soft">
            <p>This may take up to 30 seconds after redeployment.</p>
            <p>Connections to media on the FTP server are being re-established.</p>
          </div>
        ) : (
          <p className="mt-3 text-ink-soft">
            This part of the page could not be shown. Nothing in your album was lost. Try again, and if it
            keeps happening, reload the page.
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button onClick={onRetry}>Try Again</Button>
          <Button variant="secondary" onClick={clearAndRetry}>
            Clear Cache & Retry
          </Button>
          <Button variant="secondary" onClick={reloadPage}>
            Reload Page
          </Button>
        </div>
      </Card>
    </div>
  );
}
