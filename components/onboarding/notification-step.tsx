import { useState } from "react";
import { FormAlert } from "@/components/accounts/form-alert";
import { PushSettings } from "@/components/push/push-settings";
import { NotificationKinds } from "@/components/settings/notification-kinds";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { UserDto } from "@/lib/features/accounts/schema";
import { requestCompleteOnboarding } from "@/lib/features/profile/queries";
import { ApiError, errorMessage } from "@/lib/http/api-error";

export interface NotificationStepProps {
  appName: string;
  onDone: (user: UserDto) => void;
  /** Something required is missing after all; the step that asks for it. */
  onMissing: (step: number) => void;
}

/** Step 4 of specification 4.2. */
export function NotificationStep({ appName, onDone, onMissing }: NotificationStepProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function complete() {
    setIsBusy(true);
    setMessage(null);
    try {
      const user = await requestCompleteOnboarding();
      toast({ title: "Setup complete!" });
      onDone(user);
    } catch (error) {
      setIsBusy(false);
      const words = errorMessage(error, "Your setup could not be completed. Please try again.");
      if (error instanceof ApiError && error.status === 422) {
        toast({ title: "Something is still missing", description: words, variant: "danger" });
        onMissing(error.field === "password" ? 3 : 2);
      } else {
        setMessage(words);
      }
    }
  }

  return (
    <>
      <p className="mt-2 mb-5 text-ink-soft">You can change this in the settings at any time.</p>
      <PushSettings appName={appName} />
      <div className="my-6">
        <NotificationKinds />
      </div>
      <div className="grid gap-4">
        <FormAlert message={message} />
        <Button size="large" className="w-full" isBusy={isBusy} onClick={() => void complete()}>
          {isBusy ? "Completing..." : "Complete Setup"}
        </Button>
      </div>
    </>
  );
}
