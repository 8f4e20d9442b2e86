import { toastFailure } from "@/components/forms/toast-failure";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { NotificationKinds } from "@/components/notify/notifications/notification-kinds";
import { PushSettings } from "@/components/notify/push/push-settings";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { toast } from "@/components/ui/toast";
import type { UserDto } from "@/lib/account/accounts/schema";
import { requestCompleteOnboarding } from "@/lib/account/profile/client/queries";
import { ApiError } from "@/lib/http/api-error";

export interface NotificationStepProps {
  appName: string;
  onDone: (user: UserDto) => void;
  /** Called if something required is missing after all, with the step that asks for it. */
  onMissing: (step: number) => void;
}

/** Step 4 of specification 4.2. */
export function NotificationStep({ appName, onDone, onMissing }: NotificationStepProps) {
  const { run, isBusy, error } = useAction(
    async () => {
      try {
        const user = await requestCompleteOnboarding();
        toast({ title: "Setup complete!" });
        onDone(user);
        return leavingPage;
      } catch (cause) {
        if (!(cause instanceof ApiError) || cause.status !== 422) throw cause;
        toastFailure("Something is still missing", cause);
        onMissing(cause.field === "password" ? 3 : 2);
      }
    },
    { fallback: "Your setup could not be completed. Please try again." },
  );

  return (
    <>
      <p className="mt-2 mb-5 text-ink-soft">You can change this in the settings at any time.</p>
      <PushSettings appName={appName} />
      <div className="my-6">
        <NotificationKinds />
      </div>
      <div className="grid gap-4">
        <FormAlert message={error} />
        <Button
          size="large"
          className="w-full"
          isBusy={isBusy}
          busyLabel="Completing..."
          onClick={() => void run()}
        >
          Complete Setup
        </Button>
      </div>
    </>
  );
}
