import { useRef } from "react";

interface FocusHandlers {
  onOpenAutoFocus?: ((event: Event) => void) | undefined;
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

/**
 * For a dialog's content: returns focus to the element that had it when the dialog opened. Radix itself knows only the
 * trigger inside its root, which most of our dialogs don't have. The dialog's own handlers run first and can prevent
 * it.
 */
export function useReturnedFocus({
  onOpenAutoFocus,
  onCloseAutoFocus,
}: FocusHandlers): Required<FocusHandlers> {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event) => {
      opener.current = document.activeElement;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event) => {
      onCloseAutoFocus?.(event);
      const { current } = opener;
      const isLeft = !(current instanceof HTMLElement) || !current.isConnected || current === document.body;
      if (event.defaultPrevented || isLeft) return;
      event.preventDefault();
      current.focus({ preventScroll: true });
    },
  };
}
