"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { CheckList } from "@/components/operations/setup/check-list";
import { TestMailButton } from "@/components/operations/setup/test-mail-button";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import type { SystemHealthDto } from "@/lib/operations/system/schema";
import { counted } from "@/lib/shared/counted";

export interface SetupChecksProps {
  checks: SystemHealthDto["checks"];
  isMailConfigured: boolean;
  /** A super admin gets no notifications. */
  hasAlbum: boolean;
}

function describeChecks(checks: SetupChecksProps["checks"]): string {
  const open = checks.filter(({ level }) => level !== "ok").length;
  return open === 0 ? "Everything is set up" : `${counted(open, "thing")} to look at`;
}

/** What works, what doesn't yet, and what to do about it. */
export function SetupChecks({ checks, isMailConfigured, hasAlbum }: SetupChecksProps) {
  const router = useRouter();
  const [isChecking, startChecking] = useTransition();
  return (
    <Card aria-labelledby="setup-checks">
      <CardHeader
        id="setup-checks"
        title={describeChecks(checks)}
        action={
          <Button variant="ghost" isBusy={isChecking} onClick={() => startChecking(() => router.refresh())}>
            Check again
          </Button>
        }
      />
      <CheckList
        checks={checks}
        actionFor={({ name }) => {
          if (name === "mail" && isMailConfigured) return <TestMailButton />;
          if (name !== "push" || !hasAlbum) return null;
          return (
            <Link
              href="/settings?tab=notifications"
              className="text-link inline-flex min-h-11 items-center text-step--1"
            >
              Try a notification in your settings
            </Link>
          );
        }}
      />
    </Card>
  );
}
