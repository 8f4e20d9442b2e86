"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, ImageIcon, Star } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { patchMedia, refreshMedia } from "@/lib/features/media/media-cache";
import { setMonthCover, setWelcomeImage } from "@/lib/features/media/queries";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { errorMessage } from "@/lib/http/api-error";
import { monthName } from "@/lib/shared/months";

/** What admins choose a picture for. */
export function CoverActions({ item }: { item: MediaItemDto }) {
  const queryClient = useQueryClient();
  const month = `${monthName(item.month)} ${item.year}`;
  const onError = (error: unknown) =>
    toast({
      title: "That could not be changed",
      description: errorMessage(error, "Please try again."),
      variant: "danger",
    });
  const cover = useMutation({
    mutationFn: (featured: boolean) => setMonthCover(item.id, featured),
    onSuccess: ({ featured }) => {
      patchMedia(queryClient, item.id, () => ({ featured }));
      toast({ title: featured ? `Now the cover of ${month}` : `No longer the cover of ${month}` });
      void refreshMedia(queryClient);
    },
    onError,
  });
  const welcome = useMutation({
    mutationFn: () => setWelcomeImage(item.id),
    onSuccess: () => toast({ title: "Now the family's welcome image" }),
    onError,
  });
  return (
    <div className="mt-6 grid gap-2.5 border-t border-line pt-5">
      <h3>For the family</h3>
      <Button
        variant="secondary"
        isBusy={cover.isPending}
        aria-pressed={item.featured}
        onClick={() => cover.mutate(!item.featured)}
      >
        <Star aria-hidden="true" className={item.featured ? "fill-current" : undefined} />
        {item.featured ? "Month cover" : "Set as month cover"}
      </Button>
      <Button variant="secondary" isBusy={welcome.isPending} onClick={() => welcome.mutate()}>
        {welcome.isSuccess ? <Check aria-hidden="true" /> : <ImageIcon aria-hidden="true" />}
        Use as welcome image
      </Button>
    </div>
  );
}
