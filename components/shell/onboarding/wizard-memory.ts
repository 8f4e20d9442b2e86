import type { ProfileValues } from "@/components/account/profile/use-profile-form";

const key = "onboarding";

export interface WizardMemory {
  /** 1 to 4. */
  step: number;
  /** The values typed in step 2; null before that. A password is never stored. */
  profile: ProfileValues | null;
}

/** This person's progress in this tab; null for someone who is just starting. */
export function readWizardMemory(userId: string): WizardMemory | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as
      | (WizardMemory & { userId: string })
      | null;
    if (kept?.userId !== userId || !(kept.step >= 1 && kept.step <= 4)) return null;
    return { step: kept.step, profile: kept.profile ?? null };
  } catch {
    return null;
  }
}

export function saveWizardMemory(userId: string, change: Partial<WizardMemory>): void {
  const kept = readWizardMemory(userId) ?? { step: 1, profile: null };
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, ...kept, ...change }));
  } catch {
    // Without storage, a reload starts over from the saved data.
  }
}

export function forgetWizardMemory(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage, there is nothing to forget.
  }
}
