"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { toastFailure } from "@/components/forms/toast-failure";
import { useAuth } from "@/components/session/session-auth-provider";
import { buttonClasses } from "@/components/ui/button";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { letterReadersOptions, printedLetterUrl, setLetter } from "@/lib/notify/digest/client/queries";
import type { LetterReaderDto } from "@/lib/notify/digest/schema";

const hint = "Every Sunday by email: the best photos of the week, who did what, and a question to answer.";

const mutationKey = ["turn a letter on or off"];

/** Settings of the weekly letter: one's own, for admins everyone's, and on paper. */
export function LetterSettings() {
  const { user } = useAuth();
  const queryClient = useQueryClient();
  const { queryKey } = letterReadersOptions;
  const { data: readers = [] } = useQuery({ ...letterReadersOptions, enabled: user !== null });
  const show = (changed: LetterReaderDto) =>
    queryClient.setQueryData<LetterReaderDto[]>(queryKey, (before) =>
      before?.map((one) => (one.userId === changed.userId ? changed : one)),
    );
  const { mutate } = useMutation({
    mutationKey,
    // One after the other, so the last press counts.
    scope: { id: "letters" },
    mutationFn: ({ userId, isOn }: LetterReaderDto) => setLetter(userId, isOn),
    onMutate: (changed) => {
      show(changed);
      void queryClient.cancelQueries({ queryKey });
    },
    onError: (error, changed) => {
      show({ ...changed, isOn: !changed.isOn });
      toastFailure("Your choice was not saved", error);
      // Presses before this one may have failed too.
      if (queryClient.isMutating({ mutationKey }) <= 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const addressed = readers.filter(({ hasAddress }) => hasAddress);
  const isUnreachable = readers.some(({ userId, hasAddress }) => userId === user?.id && !hasAddress);
  return (
    <section aria-labelledby="weekly-letter">
      <h2 id="weekly-letter" className="text-step-1">
        Weekly letter
      </h2>
      <p className="mt-1 text-ink-soft">{hint} It shows photos, and everyone can end it with one press.</p>
      {isUnreachable && <p className="mt-2 text-ink-soft">Confirm your email address to get it yourself.</p>}
      {addressed.map((reader) => (
        <SettingSwitch
          key={reader.userId}
          label={reader.userId === user?.id ? "A letter for me" : `A letter for ${reader.name}`}
          hint={reader.isOn ? "Goes out on Sunday, if photos were added" : "Off"}
          checked={reader.isOn}
          onChange={(isOn) => mutate({ ...reader, isOn })}
        />
      ))}
      <a
        href={printedLetterUrl}
        target="_blank"
        rel="noreferrer"
        className={buttonClasses({ variant: "secondary", size: "small" }, "mt-3")}
      >
        <Printer aria-hidden="true" /> Print this week's letter
      </a>
    </section>
  );
}
