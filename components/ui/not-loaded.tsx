import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface NotLoadedProps {
  /** Says what could not be loaded. */
  children: ReactNode;
  isBusy?: boolean;
  onRetry: () => void;
}

/** Shown in place of something that could not be loaded. */
export function NotLoaded({ children, isBusy = false, onRetry }: NotLoadedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 text-ink-soft">
      {children}
      <Button variant="secondary" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
