import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

/** Confirms the request, and says what to do next. The text is the same whether or not the account exists. */
export function SentNote({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div role="status" className="flex gap-4 rounded-2xl bg-sunk p-4">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-6 flex-none text-leaf" />
      <div>
        <p className="font-semibold">{message}</p>
        {children && <div className="mt-1.5 text-ink-soft">{children}</div>}
      </div>
    </div>
  );
}
