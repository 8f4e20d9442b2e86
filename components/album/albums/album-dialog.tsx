"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { ContributorChoice } from "@/components/album/albums/contributor-choice";
import { useAction } from "@/components/forms/use-action";
import { useServerForm } from "@/components/forms/use-server-form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { RadioCard } from "@/components/ui/radio-card";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import {
  albumKey,
  createAlbum,
  deleteAlbum,
  refreshAlbums,
  updateAlbum,
} from "@/lib/album/albums/client/queries";
import { type AlbumDetailDto, type CreateAlbumInput, createAlbumSchema } from "@/lib/album/albums/schema";
import { ApiError } from "@/lib/http/api-error";
import { maxAlbumStoryLength, maxAlbumTitleLength } from "@/lib/shared/album-limits";
import { changedFields } from "@/lib/shared/changed-fields";
import { randomKey } from "@/lib/shared/random-key";

export interface AlbumDialogProps {
  /** null for a new one. */
  album: AlbumDetailDto | null;
  onClose: () => void;
  onSaved?: (album: AlbumDetailDto) => void;
  onDeleted?: () => void;
}

const orders = [
  ["date", "By date", "Oldest first"],
  ["hand", "By hand", "You arrange them"],
] as const;
const adders = [
  ["adults", "Every adult in the family", "They can add photos and arrange them."],
  ["chosen", "Only people you choose", "Everyone in the family can still see the album."],
] as const;

type AlbumForm = ReturnType<typeof useAlbumForm>;

function useAlbumForm({ album, onClose, onSaved }: AlbumDialogProps) {
  const queryClient = useQueryClient();
  const [opened] = useState<CreateAlbumInput>({
    title: album?.title ?? "",
    story: album?.story ?? "",
    order: album?.order ?? "date",
    adders: album?.adders ?? "adults",
    contributorIds: album?.contributors.map(({ id }) => id) ?? [],
  });
  // The same for every attempt with the same content, so a retry after a lost answer doesn't create a second album.
  const making = useRef({ typed: "", key: "" });
  const create = (input: CreateAlbumInput) => {
    const typed = JSON.stringify(input);
    if (making.current.typed !== typed) making.current = { typed, key: randomKey() };
    return createAlbum(input, making.current.key);
  };
  return useServerForm({
    schema: createAlbumSchema,
    defaultValues: opened,
    send: async (input) => {
      const change = changedFields(opened, input);
      if (album && Object.keys(change).length === 0) {
        onClose();
        return;
      }
      const saved = await (album ? updateAlbum(album.id, change) : create(input));
      queryClient.setQueryData(albumKey(saved.id), saved);
      void refreshAlbums(queryClient);
      toast({ title: album ? "Album saved" : "Album created" });
      onClose();
      onSaved?.(saved);
    },
    failed: "The album could not be saved. Please try again.",
  });
}

/** Creates, changes or deletes an album. */
export function AlbumDialog(props: AlbumDialogProps) {
  const { album, onClose, onDeleted } = props;
  const [isDeleting, setIsDeleting] = useState(false);
  const albumForm = useAlbumForm(props);
  const { form, submit, message, isBusy, errorOf } = albumForm;

  if (album && isDeleting) {
    return (
      <DeleteAlbumDialog
        album={album}
        onCancel={() => setIsDeleting(false)}
        onDeleted={() => {
          onClose();
          onDeleted?.();
        }}
      />
    );
  }
  return (
    <FormDialog
      title={album ? "Edit album" : "New album"}
      submitLabel={album ? "Save" : "Create album"}
      busyLabel="Saving..."
      isBusy={isBusy}
      extra={
        album && (
          <Button variant="ghost" className="md:mr-auto" onClick={() => setIsDeleting(true)}>
            Delete album
          </Button>
        )
      }
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormAlert message={message} />
      <FormField label="Title" error={errorOf("title")}>
        {(control) => (
          <Input
            {...control}
            {...form.register("title")}
            maxLength={maxAlbumTitleLength}
            autoComplete="off"
            placeholder="Summer at the sea"
          />
        )}
      </FormField>
      <FormField label="Story" error={errorOf("story")} hint="What was it about? You can leave this empty.">
        {(control) => (
          <Textarea {...control} {...form.register("story")} rows={4} maxLength={maxAlbumStoryLength} />
        )}
      </FormField>
      <AlbumChoices album={album} albumForm={albumForm} />
    </FormDialog>
  );
}

/** An album's order, and who can add to it. */
function AlbumChoices({
  album,
  albumForm: { form, errorOf },
}: {
  album: AlbumDetailDto | null;
  albumForm: AlbumForm;
}) {
  const [order, chosenAdders, contributorIds] = useWatch({
    control: form.control,
    name: ["order", "adders", "contributorIds"],
  });
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-semibold">Sorted</legend>
        <div className="grid gap-2.5 sm:grid-cols-2">
          {orders.map(([value, label, hint]) => (
            <RadioCard
              key={value}
              name="order"
              value={value}
              isChecked={order === value}
              onChoose={() => form.setValue("order", value)}
            >
              <Choice label={label} hint={hint} />
            </RadioCard>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold">Who can add photos</legend>
        <div className="grid gap-2.5">
          {adders.map(([value, label, hint]) => (
            <RadioCard
              key={value}
              name="adders"
              value={value}
              isChecked={chosenAdders === value}
              onChoose={() => form.setValue("adders", value)}
            >
              <Choice label={label} hint={hint} />
            </RadioCard>
          ))}
        </div>
        {chosenAdders === "chosen" && (
          <ContributorChoice
            creatorId={album ? (album.createdBy?.id ?? null) : undefined}
            chosen={contributorIds ?? []}
            error={errorOf("contributorIds")}
            onChange={(ids) => form.setValue("contributorIds", ids)}
          />
        )}
      </fieldset>
    </>
  );
}

function Choice({ label, hint }: { label: string; hint: string }) {
  return (
    <span className="min-w-0">
      <span className="block font-semibold">{label}</span>
      <span className="block text-step--1 text-ink-soft">{hint}</span>
    </span>
  );
}

interface DeleteAlbumDialogProps {
  album: AlbumDetailDto;
  onCancel: () => void;
  onDeleted: () => void;
}

function DeleteAlbumDialog({ album, onCancel, onDeleted }: DeleteAlbumDialogProps) {
  const queryClient = useQueryClient();
  const { run, isBusy } = useAction(
    async () => {
      await deleteAlbum(album.id).catch((error: unknown) => {
        // Someone else deleted it first, or an answer was lost.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      });
      onDeleted();
      toast({ title: "Album deleted", description: "Its photos are still in their months." });
      void refreshAlbums(queryClient);
    },
    { failureTitle: "The album could not be deleted", fallback: "Please try again." },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      title={`Delete “${album.title}”?`}
      description="The album and its story are permanently deleted. Its photos and videos aren't: they stay in their months."
      confirmLabel="Delete album"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}
