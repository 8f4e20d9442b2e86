import type { ReactNode } from "react";

export interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
}

/** A page's heading with one quiet line below it, and at most one action. */
export function PageHeader({ title, lead, action }: PageHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-5 gap-y-3 md:mb-6">
      {/* A fixed basis: wrapping must not depend on the fallback font the title is first drawn in. */}
      <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
        <h1>{title}</h1>
        {lead && <p className="mt-1.5 text-ink-soft">{lead}</p>}
      </div>
      {action}
    </div>
  );
}
