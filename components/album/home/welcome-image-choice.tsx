"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { toastFailure } from "@/components/forms/toast-failure";
import { Button, buttonClasses } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { setWelcomeImage } from "@/lib/album/media/client/mutations";
import { welcomeImageKey } from "@/lib/album/media/client/queries";
import { viewerPath } from "@/lib/album/media/picture-urls";

/** For admins, below the welcome page: its current photo, with ways to choose another or none. */
export function WelcomeImageChoice({ mediaId }: { mediaId: string | null }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const removal = useMutation({
    mutationFn: () => setWelcomeImage(null),
    onSuccess: (welcome) => {
      queryClient.setQueryData(welcomeImageKey, welcome);
      toast({ title: "The welcome photo is removed" });
      router.refresh();
    },
    onError: (error) => toastFailure("The welcome photo could not be removed", error),
  });
  return (
    <section aria-labelledby="welcome-choice" className="card mt-5 grid gap-3">
      <h2 id="welcome-choice" className="text-step-1">
        Welcome photo
      </h2>
      <p className="max-w-[68ch] text-ink-soft">
        Your family sees it on the home page once a day, and on this page. People you invite see it before
        they join.
        {mediaId
          ? " To change it, open another photo, then its details, and press “Use as welcome image”."
          : " To choose one, open any photo, then its details, and press “Use as welcome image”."}
      </p>
      <div className="flex flex-wrap gap-3">
        {mediaId ? (
          <>
            <Link href={viewerPath(mediaId)} className={buttonClasses({ variant: "secondary" })}>
              Show the photo
            </Link>
            <Button variant="secondary" isBusy={removal.isPending} onClick={() => removal.mutate()}>
              Remove welcome photo
            </Button>
          </>
        ) : (
          <Link href="/latest-uploads" className={buttonClasses({ variant: "secondary" })}>
            Choose a photo
          </Link>
        )}
      </div>
    </section>
  );
}
