"use client";

import { Component, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { pressAnswered } from "@/components/ui/after-press";
import { showNotLoadedToast } from "@/components/ui/not-loaded-toast";

/** The code for a part of the page failed to load: no connection, or the server is unavailable. */
class NotLoadedError extends Error {}

export interface FetchedPartOptions {
  /** Shown while the code is fetched; `outer`: a surrounding Suspense handles that. */
  fallback?: ReactNode | "outer";
  /** Nobody asked for this part, so a failure to load is not reported. */
  isQuiet?: boolean;
}

interface Closing {
  /** Called instead of closing it if it failed to load. */
  onNotLoaded?: () => void;
  onClose?: () => void;
  onOpenChange?: (isOpen: boolean) => void;
}

/**
 * A part of the page whose code is fetched when it is first shown. If that fails it says so, closes itself through its
 * `onClose` or `onOpenChange`, and is fetched again the next time it is shown or once there is a connection; everything
 * around it stays. React's `lazy` and Next's `dynamic` would replace everything with the page's error page.
 */
export function fetchedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, isQuiet = false }: FetchedPartOptions = {},
): ComponentType<Props & Pick<Closing, "onNotLoaded">> {
  const attempt = () =>
    lazy(async () => {
      try {
        // Requesting a dozen files takes longer than a frame.
        await pressAnswered();
        return { default: await load() };
      } catch (cause) {
        throw new NotLoadedError("A part of the page could not be loaded", { cause });
      }
    });
  let Part = attempt();

  return class FetchedPart extends Component<Props & Closing, { error: unknown }> {
    override state: { error: unknown } = { error: null };

    static getDerivedStateFromError(error: unknown) {
      return { error };
    }

    readonly tryAgain = () => this.setState({ error: null });

    override componentDidCatch(error: unknown) {
      if (!(error instanceof NotLoadedError)) return;
      Part = attempt();
      window.addEventListener("online", this.tryAgain, { once: true });
      if (!isQuiet) showNotLoadedToast();
      const { onNotLoaded, onClose, onOpenChange } = this.props;
      if (onNotLoaded) onNotLoaded();
      else if (onClose) onClose();
      else onOpenChange?.(false);
    }

    override componentWillUnmount() {
      window.removeEventListener("online", this.tryAgain);
    }

    override render() {
      const { error } = this.state;
      if (error instanceof NotLoadedError) return null;
      if (error) throw error;
      const { onNotLoaded: _, ...props } = this.props;
      const part = <Part {...(props as unknown as Props)} />;
      return fallback === "outer" ? part : <Suspense fallback={fallback}>{part}</Suspense>;
    }
  };
}
