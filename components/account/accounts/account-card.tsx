import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

/** The calm single column of a logged-out form. */
export function AccountCard({
  title,
  lead,
  picture,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** Shown across the top of the card. */
  picture?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-[440px] pt-2 md:pt-8">
      <Card className="overflow-hidden p-6 md:p-9" aria-labelledby="account-card-title">
        {picture && <div className="-mx-6 -mt-6 mb-6 md:-mx-9 md:-mt-9">{picture}</div>}
        <h1 id="account-card-title" className="text-[1.9rem]">
          {title}
        </h1>
        {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
        <div className="mt-6">{children}</div>
      </Card>
    </div>
  );
}
