import { useMutation, useQuery } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import { toast } from "@/components/ui/toast";
import { errorMessage } from "@/lib/http/api-error";
import {
  type BrowserPush,
  PushError,
  readBrowserPush,
  switchPushOff,
  switchPushOn,
} from "@/lib/notify/push/client/push-subscription";
import { sendTestPush } from "@/lib/notify/push/client/queries";

function showPushError(error: unknown): void {
  const isKnown = error instanceof PushError;
  toast({
    title: isKnown ? error.message : "Something went wrong",
    description: isKnown ? error.advice : errorMessage(error, "Please try again."),
    variant: "danger",
  });
}

/** This browser's notifications: their state, a switch, and a test. */
export function useBrowserPush(appName: string) {
  const query = useQuery<BrowserPush>({
    queryKey: ["push", "subscription"],
    queryFn: readBrowserPush,
    // People change the permission elsewhere, in the browser's settings, and come back.
    staleTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? switchPushOn() : switchPushOff()),
    // On an automatic retry, the browser would show its prompt again.
    retry: false,
    onError: showPushError,
    onSettled: () => query.refetch(),
  });
  const test = useMutation({
    mutationFn: () => sendTestPush(appName, "Notifications work on this device."),
    retry: false,
    onSuccess: (devices) =>
      toast({
        title: "Test notification sent",
        description: `Sent to ${devices} of your devices. It should arrive shortly.`,
      }),
    onError: (error) => toastFailure("Test failed", error),
  });
  return {
    push: query.data ?? null,
    isFailed: query.isError && !query.data,
    retry: query.refetch,
    isChanging: change.isPending,
    /** What the switch shows: the requested state while it is being applied. */
    isOn: change.isPending ? change.variables : (query.data?.isSubscribed ?? false),
    change: change.mutate,
    isTesting: test.isPending,
    test: test.mutate,
  };
}
