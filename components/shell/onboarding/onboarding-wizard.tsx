"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { type ProfileValues, profileValues } from "@/components/account/profile/use-profile-form";
import { useAuth } from "@/components/session/session-auth-provider";
import { GettingStartedStep } from "@/components/shell/onboarding/getting-started-step";
import { NotificationStep } from "@/components/shell/onboarding/notification-step";
import { PasswordStep } from "@/components/shell/onboarding/password-step";
import { ProfileStep } from "@/components/shell/onboarding/profile-step";
import { WizardFrame } from "@/components/shell/onboarding/wizard-frame";
import {
  forgetWizardMemory,
  readWizardMemory,
  saveWizardMemory,
} from "@/components/shell/onboarding/wizard-memory";
import type { UserDto } from "@/lib/account/accounts/schema";

/** Specification 4.2 and 9.1: how long the outcome is shown before the next step. */
export const afterProfileMs = 500;
export const afterPasswordMs = 1000;

/**
 * The steps of the wizard: the password step appears only if a password is missing (specification 4.2: nobody continues
 * without one).
 */
const stepsOf = ({ hasPassword, passwordTemporary }: UserDto): readonly number[] =>
  hasPassword && !passwordTemporary ? [1, 2, 4] : [1, 2, 3, 4];

/** The four steps before the app (specification 2.8 and 4.2). */
export function OnboardingWizard({ appName, user: initialUser }: { appName: string; user: UserDto }) {
  const auth = useAuth();
  const router = useRouter();
  const user = auth.user ?? initialUser;
  const [step, setStep] = useState(1);
  const [profile, setProfile] = useState<ProfileValues>(() => profileValues(initialUser));
  // Fixed at the start, so that the password step doesn't vanish once it is completed.
  const [steps] = useState(() => stepsOf(initialUser));
  const asksPassword = steps.includes(3);
  const advance = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The server can't know what this tab has stored, so it is restored after the first paint.
  useEffect(() => {
    const kept = readWizardMemory(initialUser.id);
    if (kept?.profile) setProfile(kept.profile);
    // A reload may restore the password step although it has since been completed.
    if (kept) setStep(steps.includes(kept.step) ? kept.step : 4);
    return () => clearTimeout(advance.current);
  }, [initialUser.id, steps]);

  function go(next: number) {
    clearTimeout(advance.current);
    saveWizardMemory(initialUser.id, { step: next });
    setStep(next);
  }

  function goAfter(next: number, delayMs: number) {
    clearTimeout(advance.current);
    advance.current = setTimeout(() => go(next), delayMs);
  }

  function saveProfileDraft(values: ProfileValues) {
    setProfile(values);
    saveWizardMemory(initialUser.id, { profile: values });
  }

  function finish(done: UserDto) {
    forgetWizardMemory();
    auth.acceptUser(done);
    // The layout decides again, and now shows the app.
    router.refresh();
  }

  return (
    <WizardFrame
      appName={appName}
      step={step}
      steps={steps}
      onBack={() => go(steps[steps.indexOf(step) - 1] ?? 1)}
      onSignOut={() => {
        forgetWizardMemory();
        void auth.logout();
      }}
    >
      {step === 1 && (
        <GettingStartedStep
          appName={appName}
          user={user}
          asksAddress={user.offers.asksAddress}
          asksPassword={asksPassword}
          onContinue={() => go(2)}
        />
      )}
      {step === 2 && (
        <ProfileStep
          isChild={user.isChild}
          offers={user.offers}
          hasPassword={user.hasPassword}
          typed={profile}
          onTyped={saveProfileDraft}
          onSaved={() => goAfter(asksPassword ? 3 : 4, afterProfileMs)}
        />
      )}
      {step === 3 && (
        <PasswordStep
          isSet={user.hasPassword && !user.passwordTemporary}
          username={user.username}
          onSet={() => goAfter(4, afterPasswordMs)}
          onContinue={() => go(4)}
        />
      )}
      {step === 4 && <NotificationStep appName={appName} onDone={finish} onMissing={(at) => go(at)} />}
    </WizardFrame>
  );
}
