import { useQueryClient } from "@tanstack/react-query";
import {
  BookImage,
  CalendarArrowUp,
  Download,
  FolderMinus,
  FolderPlus,
  Heart,
  HeartOff,
  Layers,
  type LucideIcon,
  Pencil,
  RotateCcw,
  Share2,
  ShoppingBasket,
  Trash2,
  UserRoundPlus,
} from "lucide-react";
import { useState } from "react";
import { useAddTarget, useAlbumPlace } from "@/components/album/item/album-place";
import { downloadArchive } from "@/components/album/item/download-archive";
import { useMakeBook } from "@/components/album/item/use-make-book";
import { canChange } from "@/components/album/item/use-may-change";
import type { SelectionStore } from "@/components/album/selection/selection-store";
import { shareItems } from "@/components/album/selection/share-items";
import { useBatch } from "@/components/album/selection/use-batch";
import { useShareLink } from "@/components/album/sharing/use-share-link";
import { stackSelected } from "@/components/album/stacks/stack-selected";
import { hasStacks } from "@/components/album/stacks/whole-stacks";
import { toastFailure } from "@/components/forms/toast-failure";
import { useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { useCanOrder } from "@/components/session/use-may-order";
import { maxChosenPhotos } from "@/lib/album/books/limits";
import type { BatchChange } from "@/lib/album/media/client/batch-queries";
import type { MediaItemDto } from "@/lib/album/media/schema";

export type SelectionDialog = "album" | "move" | "describe" | "tag" | "delete";

export interface SelectionAction {
  label: string;
  Icon: LucideIcon;
  /** In the “More” menu if there is little space. */
  isRare?: boolean;
  hasDialog?: boolean;
  run: () => void;
}

/** For actions without a dialog that could show a failure. */
async function changeOrToast(
  batch: ReturnType<typeof useBatch>,
  change: BatchChange,
  items: readonly MediaItemDto[],
): Promise<void> {
  try {
    await batch.change(change, items);
  } catch (error) {
    const title = change.action === "basket" ? "Failed to add item to basket" : "That didn't work";
    toastFailure(title, error, "Nothing was changed. Please try again.");
  }
}

/** The actions this person has for the selection; those that apply to none of its items aren't offered. */
export function useSelectionActions(
  store: SelectionStore,
  items: readonly MediaItemDto[],
  place: "album" | "trash",
) {
  const makeBook = useMakeBook();
  const { user } = useAuth();
  const album = useAlbumPlace();
  const target = useAddTarget();
  const mayOrder = useCanOrder();
  const shareLink = useShareLink();
  const batch = useBatch(store);
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<SelectionDialog | null>(null);
  const fetching = useAction((work: () => Promise<void>) => work());

  const changeAtOnce = (change: BatchChange, of = items) => changeOrToast(batch, change, of);
  const open = (name: SelectionDialog) => ({ hasDialog: true, run: () => setDialog(name) });
  const photos = items.filter(({ mediaType }) => mediaType === "image");
  const areHearted = items.every(({ isHearted }) => isHearted);
  const isChangeable = items.some((item) => canChange(user, item));
  const ids = () => items.map(({ id }) => id);

  const inTrash: SelectionAction[] = [
    { label: "Restore", Icon: RotateCcw, run: () => void changeAtOnce({ action: "restore" }) },
  ];
  const inAlbum: (SelectionAction | false)[] = [
    target !== null && {
      label: "Add to album",
      Icon: FolderPlus,
      run: () => void changeAtOnce({ action: "addToAlbum", albumId: target.id, title: target.title }),
    },
    {
      label: areHearted ? "Unfavourite" : "Favourite",
      Icon: areHearted ? HeartOff : Heart,
      run: () => void changeAtOnce({ action: "heart", hearted: !areHearted }),
    },
    {
      label: "Share",
      Icon: Share2,
      run: () => {
        const link = shareLink();
        if (link) void fetching.run(() => shareItems(items, link));
      },
    },
    {
      label: "Download",
      Icon: Download,
      run: () =>
        void fetching.run(() =>
          downloadArchive({ mediaIds: ids(), ...(hasStacks(items) ? { withStacks: true } : {}) }),
        ),
    },
    target === null && { label: "Add to album", Icon: FolderPlus, isRare: true, ...open("album") },
    album !== null && {
      label: "Remove from album",
      Icon: FolderMinus,
      isRare: true,
      run: () => void changeAtOnce({ action: "removeFromAlbum", albumId: album.id, title: album.title }),
    },
    photos.length > 0 &&
      photos.length <= maxChosenPhotos && {
        label: "Make a book",
        Icon: BookImage,
        isRare: true,
        run: () => void fetching.run(() => makeBook(photos)),
      },
    mayOrder &&
      photos.length > 0 && {
        label: "Add to basket",
        Icon: ShoppingBasket,
        isRare: true,
        run: () => void changeAtOnce({ action: "basket" }, photos),
      },
    { label: "Tag people", Icon: UserRoundPlus, isRare: true, ...open("tag") },
    photos.length > 1 &&
      photos.every((item) => canChange(user, item)) && {
        label: "Stack",
        Icon: Layers,
        isRare: true,
        run: () =>
          void fetching.run(() =>
            stackSelected(queryClient, photos, () => store.drop(photos.map(({ id }) => id))),
          ),
      },
    isChangeable && { label: "Edit", Icon: Pencil, isRare: true, ...open("describe") },
    isChangeable && { label: "Move", Icon: CalendarArrowUp, isRare: true, ...open("move") },
    isChangeable && { label: "Delete", Icon: Trash2, ...open("delete") },
  ];

  return {
    actions:
      items.length === 0 ? [] : (place === "trash" ? inTrash : inAlbum).filter((action) => action !== false),
    dialog,
    closeDialog: () => setDialog(null),
    change: (change: BatchChange) => batch.change(change, items),
    isChanging: batch.isBusy,
    isBusy: batch.isBusy || fetching.isBusy,
  };
}
