"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/toast";
import { cn } from "@/components/ui/class-names";
import { dismissToast, type ToastEntry, toastDurationMs, toastSwipeThreshold } from "@/components/ui/toast";

const motion = cn(
  "animate-[kit-rise_0.2s_ease-out] data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
  "data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-[kit-slide-out_0.15s_ease-out_forwards]",
);

/** Specification 9.3: 5000 ms, swipe right by 50 px, F8 moves the focus to the toast. */
export function ToastList({ entries }: { entries: readonly ToastEntry[] }) {
  return (
    <Radix.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={toastSwipeThreshold}>
      {entries.map((entry) => (
        <Radix.Root
          key={entry.id}
          open={entry.isOpen}
          duration={entry.durationMs ?? toastDurationMs}
          type={entry.variant === "danger" ? "foreground" : "background"}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismissToast(entry.id);
          }}
          className={cn(
            "flex items-center gap-4 rounded-3xl bg-ink py-3 pr-2 pl-5 text-paper shadow-2",
            entry.variant === "danger" && "border-l-8 border-danger",
            motion,
          )}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-semibold">{entry.title}</Radix.Title>
            {entry.description && (
              <Radix.Description className="text-step--1 wrap-anywhere">
                {entry.description}
              </Radix.Description>
            )}
          </div>
          {entry.action && (
            <Radix.Action
              altText={entry.action.label}
              onClick={entry.action.onSelect}
              className="button button-small border-paper/40"
            >
              {entry.action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label="Close"
            className="button button-icon flex-none focus-visible:outline-paper"
          >
            <X aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={["F8"]}
        className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+16px)] z-50 outline-none md:left-auto md:w-[400px]"
      />
    </Radix.Provider>
  );
}
