"use client";

import { lazy, Suspense } from "react";
import { Spinner } from "@/components/ui/spinner";
import type { UserDto } from "@/lib/account/accounts/schema";

const OnboardingWizard = lazy(async () => ({
  default: (await import("@/components/shell/onboarding/onboarding-wizard")).OnboardingWizard,
}));

/** Shown instead of the app until the person is set up (specification 4.2). */
export function OnboardingGate({ appName, user }: { appName: string; user: UserDto }) {
  return (
    <Suspense fallback={<Spinner label="Loading..." />}>
      <OnboardingWizard appName={appName} user={user} />
    </Suspense>
  );
}
