"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/toast";
import { useRef } from "react";
import { cn } from "@/components/ui/class-names";
import { dismissToast, type ToastEntry, toastDurationMs, toastSwipeThreshold } from "@/components/ui/toast";
import { useToastLift } from "@/components/ui/toast-lift";
import { toastActionClasses, toastClasses, toastCloseClasses, toastPlace } from "@/components/ui/toast-look";

const motion = cn(
  "animate-[kit-rise_0.2s_ease-out] data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
  "data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-[kit-slide-out_0.15s_ease-out_forwards]",
);

/** Specification 9.3: 5000 ms, swipe right by 50 px, F8 moves focus to the toast. */
export function ToastList({ entries }: { entries: readonly ToastEntry[] }) {
  const place = useRef<HTMLOListElement>(null);
  const lift = useToastLift(
    place,
    entries.some(({ isOpen }) => isOpen),
  );
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
          className={toastClasses(entry.variant, motion)}
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
              className={toastActionClasses}
            >
              {entry.action.label}
            </Radix.Action>
          )}
          <Radix.Close aria-label="Close" className={toastCloseClasses}>
            <X aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        ref={place}
        hotkey={["F8"]}
        className={toastPlace}
        style={lift > 0 ? { transform: `translateY(${-lift}px)` } : undefined}
      />
    </Radix.Provider>
  );
}
