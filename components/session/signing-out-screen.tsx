import { Button } from "@/components/ui/button";
import { usePreferences } from "@/components/ui/preferences";
import { Spinner } from "@/components/ui/spinner";

/** Covers the album while signing out is in progress, including one that an earlier page could not finish. */
export function SigningOutScreen({ isStuck, onRetry }: { isStuck: boolean; onRetry: () => void }) {
  const { appName } = usePreferences();
  return (
    <main data-signing-out-screen className="grid min-h-dvh place-items-center p-6 text-center">
      {isStuck ? (
        <div role="alert" className="max-w-md">
          <h1 className="text-step-2">Signing out is not finished</h1>
          <p className="mt-3 mb-6 text-ink-soft">
            {appName} could not be reached, so you may still be signed in on this device. Your album stays
            hidden. Check your connection and try again.
          </p>
          <Button onClick={onRetry}>Try Again</Button>
        </div>
      ) : (
        <Spinner label="Signing out..." />
      )}
    </main>
  );
}
