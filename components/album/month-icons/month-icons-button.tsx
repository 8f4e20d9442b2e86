"use client";

import { type ReactNode, useState } from "react";
import { useAuth } from "@/components/session/session-auth-provider";
import { fetchedPart } from "@/components/ui/fetched-part";

const MonthIconsDialog = fetchedPart(
  async () => (await import("@/components/album/month-icons/month-icons-dialog")).MonthIconsDialog,
);

export interface MonthIconsButtonProps {
  year: number;
  /** The months to choose an icon for; the first is preselected. */
  months: readonly number[];
  children: ReactNode;
}

/** Opens the month-icon manager (specification 2.4); admins only. Its dialog is fetched on the first press. */
export function MonthIconsButton({ year, months, children }: MonthIconsButtonProps) {
  const { user } = useAuth();
  const [isOpen, setIsOpen] = useState(false);
  if (!user?.isAdmin || months.length === 0) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="button button-secondary button-small"
      >
        {children}
      </button>
      {isOpen && <MonthIconsDialog year={year} months={months} onClose={() => setIsOpen(false)} />}
    </>
  );
}
