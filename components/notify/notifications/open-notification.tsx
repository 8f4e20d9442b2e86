"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { useSwitchFamily } from "@/components/family/families/use-switch-family";
import { useAuth } from "@/components/session/session-auth-provider";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Spinner } from "@/components/ui/spinner";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { markRead } from "@/lib/notify/notifications/client/queries";

export interface OpenNotificationProps {
  id: string;
  /** The path in the album it leads to. */
  url: string;
  familyId: string;
}

/** Behind a pressed push notification: switches to its family, marks it as read and opens its link. */
export function OpenNotification({ id, url, familyId }: OpenNotificationProps) {
  const { user } = useAuth();
  const { switchTo } = useSwitchFamily();
  const isBegun = useRef(false);
  const [isStuck, setIsStuck] = useState(false);
  const isHere = user?.currentFamily?.id === familyId;

  useEffect(() => {
    if (!user || isBegun.current) return;
    isBegun.current = true;
    const go = async () => {
      // If this fails, it isn't worth keeping anyone from the picture.
      await markRead(user.id, [id]).catch(() => {});
      if (isHere) loadPage(url, { isReplacing: true });
      else if (!(await switchTo(familyId, url))) setIsStuck(true);
    };
    void go();
  }, [user, isHere, id, url, familyId, switchTo]);

  if (!isStuck) {
    return (
      <p role="status" className="flex min-h-[40dvh] items-center justify-center gap-3 text-ink-soft">
        <Spinner />
        Opening ...
      </p>
    );
  }
  return (
    <EmptyState
      level={1}
      drawing="cloud"
      title="This notification could not be opened"
      action={
        <Link href="/" className={buttonClasses()}>
          Back to the album
        </Link>
      }
    >
      It's about another one of your families. Switch to that family at the top of the page to find it.
    </EmptyState>
  );
}
