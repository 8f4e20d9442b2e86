import { Sparkles } from "lucide-react";
import Link from "next/link";
import { useAuth } from "@/components/session/session-auth-provider";

/** The link to the AI Sorter under 768 px, where the header has no space for its button (specification 2.5). */
export function SorterLink({ onFollow }: { onFollow: () => void }) {
  const { user } = useAuth();
  if (!user?.currentFamily || user.subscriptionStatus !== "active") return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1.5 md:hidden">
      Have a large batch?
      <Link
        href="/ai-photo-sorter"
        prefetch={false}
        onClick={onFollow}
        className="text-link inline-flex min-h-11 items-center gap-1.5"
      >
        <Sparkles aria-hidden="true" className="size-5" />
        AI Sorter
      </Link>
    </p>
  );
}

/** The link to importing a whole album from elsewhere. */
export function ImportLink({ onFollow }: { onFollow: () => void }) {
  const { user } = useAuth();
  if (!user?.currentFamily || user.isChild) return null;
  return (
    <p className="text-center">
      <Link
        href="/import"
        prefetch={false}
        onClick={onFollow}
        className="text-link inline-flex min-h-11 items-center"
      >
        Import from another album
      </Link>
    </p>
  );
}
