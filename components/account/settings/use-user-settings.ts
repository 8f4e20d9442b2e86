import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import { inOrder, saveUserSettings, userSettingsKey } from "@/lib/core/settings/client/queries";
import type { UserSettingsDto, UserSettingsInput } from "@/lib/core/settings/schema";

function merged(settings: UserSettingsDto, change: UserSettingsInput): UserSettingsDto {
  const { notifications, ...values } = change;
  return {
    ...settings,
    ...values,
    notifications: { ...settings.notifications, ...notifications },
  } as UserSettingsDto;
}

const mutationKey = ["change the settings"];

/**
 * The person's settings. A change shows immediately, is saved, and is reverted with a message if that fails. Changes are
 * sent one after the other, so the last one counts.
 */
export function useUserSettings({ onSaved }: { onSaved?: (settings: UserSettingsDto) => void } = {}) {
  const queryClient = useQueryClient();
  const query = useQuery<UserSettingsDto | null>({ queryKey: userSettingsKey });
  // While another change is pending, what it shows is newer than an answer.
  const isLast = () => queryClient.isMutating({ mutationKey }) <= 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: inOrder,
    mutationFn: saveUserSettings,
    onMutate: (change) => {
      const before = queryClient.getQueryData<UserSettingsDto | null>(userSettingsKey);
      if (before) {
        queryClient.setQueryData(userSettingsKey, merged(before, change));
        void queryClient.cancelQueries({ queryKey: userSettingsKey });
      }
      return { before };
    },
    onSuccess: (settings) => {
      if (isLast()) queryClient.setQueryData(userSettingsKey, settings);
      onSaved?.(settings);
    },
    onError: (error, _, context) => {
      toastFailure("Your choice was not saved", error);
      if (!isLast()) return;
      if (context?.before) queryClient.setQueryData(userSettingsKey, context.before);
      // Changes before this one may have failed too.
      void queryClient.invalidateQueries({ queryKey: userSettingsKey });
    },
  });
  return {
    settings: query.data ?? null,
    isFailed: query.isLoadingError,
    refetch: query.refetch,
    change: mutate,
  };
}
