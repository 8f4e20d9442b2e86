"use client";

import { X } from "lucide-react";
import { useEffect } from "react";
import { dismissToast, type ToastEntry, toastDurationMs } from "@/components/ui/toast";
import { toastActionClasses, toastClasses, toastCloseClasses, toastPlace } from "@/components/ui/toast-look";

function PlainToast({ entry }: { entry: ToastEntry }) {
  const { id, title, description, variant, action, durationMs = toastDurationMs } = entry;
  useEffect(() => {
    const end = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(end);
  }, [id, durationMs]);
  return (
    <div role={variant === "danger" ? "alert" : "status"} className={toastClasses(variant)}>
      <div className="min-w-0 flex-1">
        <div className="font-semibold">{title}</div>
        {description && <div className="text-step--1 wrap-anywhere">{description}</div>}
      </div>
      {action && (
        <button
          type="button"
          className={toastActionClasses}
          onClick={() => {
            action.onSelect();
            dismissToast(id);
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Close" className={toastCloseClasses} onClick={() => dismissToast(id)}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

/**
 * Toasts without the parts that have to be fetched (swiping, F8), so that a failure from a lost connection is reported
 * too.
 */
export function PlainToasts({ entries }: { entries: readonly ToastEntry[] }) {
  const shown = entries.filter(({ isOpen }) => isOpen);
  return (
    <div className={toastPlace}>
      {shown.map((entry) => (
        <PlainToast key={entry.id} entry={entry} />
      ))}
    </div>
  );
}
