import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import { saveUserSettings, userSettingsKey } from "@/lib/core/settings/client/queries";
import type { UserSettingsDto, UserSettingsInput } from "@/lib/core/settings/schema";

function merged(settings: UserSettingsDto, change: UserSettingsInput): UserSettingsDto {
  const { notifications, ...values } = change;
  return {
    ...settings,
    ...values,
    notifications: { ...settings.notifications, ...notifications },
  } as UserSettingsDto;
}

/** The person's settings. A change shows immediately, is saved, and is reverted with a message if that fails. */
export function useUserSettings({ onSaved }: { onSaved?: (settings: UserSettingsDto) => void } = {}) {
  const queryClient = useQueryClient();
  const query = useQuery<UserSettingsDto | null>({ queryKey: userSettingsKey });
  const { mutate } = useMutation({
    mutationFn: saveUserSettings,
    onMutate: (change) => {
      const before = queryClient.getQueryData<UserSettingsDto | null>(userSettingsKey);
      if (before) queryClient.setQueryData(userSettingsKey, merged(before, change));
      return { before };
    },
    onSuccess: (settings) => {
      queryClient.setQueryData(userSettingsKey, settings);
      onSaved?.(settings);
    },
    onError: (error, _, context) => {
      if (context?.before) queryClient.setQueryData(userSettingsKey, context.before);
      toastFailure("Your choice was not saved", error);
    },
  });
  return { settings: query.data ?? null, isFailed: query.isError, refetch: query.refetch, change: mutate };
}
