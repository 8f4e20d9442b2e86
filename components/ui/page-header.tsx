import type { ReactNode } from "react";

export interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
}

/** A page's heading with one quiet line under it, and at most one action. */
export function PageHeader({ title, lead, action }: PageHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-5 gap-y-3 md:mb-6">
      {/* Of a fixed basis: whether the action wraps must not depend on the letters that the title is drawn in first. */}
      <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
        <h1>{title}</h1>
        {lead && <p className="mt-1.5 text-ink-soft">{lead}</p>}
      </div>
      {action}
    </div>
  );
}
