import * as Radix from "radix-ui/dialog";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

export interface ViewerFrameProps {
  itemId: string;
  /** Names the item, for screen readers and in the browser's tab. */
  title: string;
  /** "3 of 20" */
  place: string;
  /** Single-key shortcuts; inactive in a control that uses the keys itself. */
  keys: Readonly<Record<string, () => unknown>>;
  onClose: () => void;
  children: ReactNode;
}

/** Whether a key press belongs to a control that handles keys itself. */
function isTakenByControl(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, video, [contenteditable]") !== null
  );
}

/** Whether Escape belongs to a box with text typed in it. */
function isKeepingEscape(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-keeps-escape]") !== null;
}

/** Fills the screen, as a dialog: focus stays inside and returns to the item's tile. */
export function ViewerFrame({ itemId, title, place, keys, onClose, children }: ViewerFrameProps) {
  const surface = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // Dialogs over the viewer are its children in React but not in the document.
    if (!(event.target instanceof Node) || !surface.current?.contains(event.target)) return;
    if (event.metaKey || event.ctrlKey || event.altKey || isTakenByControl(event.target)) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-[kit-fade_0.18s_ease-out] bg-[oklch(15%_0.015_350)]" />
        <Radix.Content
          ref={surface}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onEscapeKeyDown={(event) => {
            if (isKeepingEscape(event.target)) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            surface.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            const tile = document.querySelector<HTMLElement>(
              `[data-media-id="${CSS.escape(itemId)}"] a[href]`,
            );
            if (!tile) return;
            event.preventDefault();
            tile.focus({ preventScroll: true });
          }}
          className="fixed inset-0 z-30 flex flex-col text-white outline-none md:flex-row"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <p role="status" className="sr-only">
            {place}
          </p>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
