"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  RecognitionDialogs,
  type RecognitionQuestion,
} from "@/components/faces/recognition/recognition-dialogs";
import { RecognitionProgress } from "@/components/faces/recognition/recognition-progress";
import { useQueuedAction } from "@/components/forms/use-queued-action";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { usePreferences } from "@/components/ui/preferences";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import {
  recognitionKey,
  recognitionOptions,
  updateRecognition,
} from "@/lib/faces/recognition/client/queries";

interface Change {
  faces?: boolean;
  labels?: boolean;
}

function describeDone({ faces, labels }: Change, appName: string): string {
  if (faces === false) return "All faces are erased";
  if (labels === false) return "Everything found is erased";
  return `${appName} starts looking`;
}

/** What the server may look for in the family's pictures; admins change it, everyone sees it. */
export function RecognitionSettings({ canChange }: { canChange: boolean }) {
  const { appName } = usePreferences();
  const queryClient = useQueryClient();
  const { data, isPending, isFetching, refetch } = useQuery(recognitionOptions());
  const [question, setQuestion] = useState<RecognitionQuestion | null>(null);
  const { run, pending, error } = useQueuedAction(
    "what is recognised",
    async (change: Change) => {
      queryClient.setQueryData(recognitionKey, await updateRecognition(change));
      toast({ title: describeDone(change, appName) });
    },
    { fallback: "It could not be saved. Please try again." },
  );
  const wanted: Change = Object.assign({}, ...pending);

  return (
    <section aria-labelledby="recognition" className="grid gap-3">
      <h2 id="recognition" className="text-step-1">
        What {appName} looks for in photos
      </h2>
      <p className="text-ink-soft">
        {appName} can recognise people and things in your photos, so you can find them again. It does so only
        on this server, and only if a family admin wants it: no photo, face or name is ever sent anywhere.
      </p>
      <FormAlert message={error} />
      {isPending && <Skeleton className="h-32" />}
      {!isPending && !data && (
        <div role="alert" className="rounded-2xl bg-sunk p-4">
          <p>This could not be loaded. Nothing was changed.</p>
          <Button
            variant="secondary"
            size="small"
            className="mt-3"
            isBusy={isFetching}
            onClick={() => void refetch()}
          >
            Try Again
          </Button>
        </div>
      )}
      {data && !data.isAvailable && (
        <p className="rounded-2xl bg-sunk p-4">
          This album doesn't analyse photos.
          {canChange && (
            <>
              {" "}
              The person who runs this server can change that with <code>RECOGNITION</code>.
            </>
          )}
        </p>
      )}
      {data && canChange && (data.isAvailable || data.faces || data.labels) && (
        <div className="divide-y divide-line">
          <SettingSwitch
            label="Faces"
            hint={`Groups faces that look alike. Say who it is once, and ${appName} asks “Is this Ama?” on other photos. For each face it stores its position in the photo, and 128 numbers that distinguish it from others.`}
            checked={wanted.faces ?? data.faces}
            onChange={(faces) => setQuestion(faces ? "allow-faces" : "erase-faces")}
          />
          <SettingSwitch
            label="Things"
            hint="Suggests hashtags for what is in a photo, such as #dog or #cake. They are never added automatically."
            checked={wanted.labels ?? data.labels}
            onChange={(labels) => run({ labels })}
          />
        </div>
      )}
      {data && !canChange && data.isAvailable && <StateText faces={data.faces} labels={data.labels} />}
      {data && <RecognitionProgress recognition={data} />}
      {data?.faces && canChange && (
        <Button
          variant="secondary"
          className="justify-self-start max-sm:w-full"
          onClick={() => setQuestion("erase-faces")}
        >
          Erase all faces
        </Button>
      )}
      {data && (
        <RecognitionDialogs
          question={question}
          facesCount={data.facesCount}
          isBusy={pending.length > 0}
          onClose={() => setQuestion(null)}
          onAnswer={(faces) => run({ faces }, { onSettled: () => setQuestion(null) })}
        />
      )}
    </section>
  );
}

/** For people who can't change it: what is looked for, and whom to ask. */
function StateText({ faces, labels }: { faces: boolean; labels: boolean }) {
  const looked = [...(faces ? ["faces"] : []), ...(labels ? ["things"] : [])].join(" and ");
  return (
    <p className="rounded-2xl bg-sunk p-4">
      {looked
        ? `Your family's album looks for ${looked}. `
        : "Your family's album doesn't look for faces or things. "}
      Your family's admins can change that.
    </p>
  );
}
