import { ShieldCheck } from "lucide-react";

export interface InvitationFactsProps {
  /** Absent if an account, with its own username, exists. */
  username?: string;
  email: string;
  isAdmin: boolean;
}

/** The person an invitation is for. */
export function InvitationFacts({ username, email, isAdmin }: InvitationFactsProps) {
  return (
    <div className="rounded-2xl bg-sunk px-4 py-3.5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {username && (
          <>
            <dt className="text-ink-soft">Username</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{username}</dd>
          </>
        )}
        <dt className="text-ink-soft">Email</dt>
        <dd className="font-semibold [overflow-wrap:anywhere]">{email}</dd>
      </dl>
      {isAdmin && (
        <p className="mt-2 flex items-center gap-2 font-semibold text-accent-strong">
          <ShieldCheck aria-hidden="true" className="size-5 flex-none" />
          Access Level: Administrator
        </p>
      )}
    </div>
  );
}
