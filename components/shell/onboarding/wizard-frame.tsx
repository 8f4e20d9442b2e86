import { ArrowLeft, LogOut } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Logo } from "@/components/ui/logo";
import { Progress } from "@/components/ui/progress";

const titles = ["Getting Started", "Profile", "Set Password", "Notification Preferences"] as const;

export interface WizardFrameProps {
  appName: string;
  /** 1 to 4. */
  step: number;
  /** The steps that this person goes through. */
  steps: readonly number[];
  onBack: () => void;
  onSignOut: () => void;
  children: ReactNode;
}

/** The full screen around a step: the progress, the way back, and the way out. */
export function WizardFrame({ appName, step, steps, onBack, onSignOut, children }: WizardFrameProps) {
  const place = steps.indexOf(step) + 1;
  const percent = Math.round((place / steps.length) * 100);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-[680px] flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-[max(12px,env(safe-area-inset-top))] pb-3 md:px-0 md:pt-6">
        <Logo appName={appName} />
        <Button variant="ghost" onClick={onSignOut}>
          <LogOut aria-hidden="true" />
          Sign Out
        </Button>
      </header>
      <main id="main" className="mx-auto w-full max-w-[680px] flex-1 px-4 pb-12 md:px-0">
        <div className="mb-5">
          <div className="mb-2 flex justify-between gap-4 text-step--1 font-semibold text-ink-soft">
            <span>
              Step {place} of {steps.length}
            </span>
            <span>{percent}%</span>
          </div>
          <Progress percent={percent} label="Setting up your account" />
        </div>
        <section className="card px-5 py-6 md:px-9 md:py-8" aria-labelledby="wizard-step">
          {step > 1 && (
            <Button variant="ghost" size="small" className="mb-3 -ml-3" onClick={onBack}>
              <ArrowLeft aria-hidden="true" />
              Back
            </Button>
          )}
          <h1 id="wizard-step" ref={heading} tabIndex={-1} className="text-[1.9rem] outline-none">
            {titles[step - 1]}
          </h1>
          {children}
        </section>
      </main>
    </div>
  );
}
