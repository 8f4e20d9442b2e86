"use client";

import { Ellipsis, X } from "lucide-react";
import { useRef, useSyncExternalStore } from "react";
import { useItemExtras } from "@/components/album/item/item-extras";
import { DeleteItemsDialog } from "@/components/album/selection/delete-items-dialog";
import { MoreActionsContext } from "@/components/album/selection/more-actions-context";
import { showReadOutcomeToast } from "@/components/album/selection/read-outcome-toast";
import { maxSelected, type SelectionStore } from "@/components/album/selection/selection-store";
import { useFocusGivenBack, useRoomAtBottom } from "@/components/album/selection/use-bar-place";
import {
  type SelectionAction,
  useSelectionActions,
} from "@/components/album/selection/use-selection-actions";
import { cn } from "@/components/ui/class-names";
import { fetchedPart } from "@/components/ui/fetched-part";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { Spinner } from "@/components/ui/spinner";
import { numberText } from "@/lib/shared/counted";
import { megabytes } from "@/lib/shared/megabytes";

const MoveDialog = fetchedPart(
  async () => (await import("@/components/album/selection/move-dialog")).MoveDialog,
);
const DescribeDialog = fetchedPart(
  async () => (await import("@/components/album/selection/describe-dialog")).DescribeDialog,
);
const TagDialog = fetchedPart(
  async () => (await import("@/components/album/selection/tag-dialog")).TagDialog,
);
const loadMore = async () => (await import("@/components/album/selection/more-actions-menu")).MoreActionsMenu;

export interface SelectionBarProps {
  store: SelectionStore;
  place: "album" | "trash";
}

/** The number of selected items, their size, and the actions on them: at the bottom, over the navigation. */
export function SelectionBar({ store, place }: SelectionBarProps) {
  const bar = useRef<HTMLElement>(null);
  useRoomAtBottom(bar);
  useFocusGivenBack(bar, store);
  const items = useSyncExternalStore(store.subscribe, store.items, store.items);
  const { AddToAlbumDialog } = useItemExtras();
  const { actions, dialog, closeDialog, change, isChanging, isBusy } = useSelectionActions(
    store,
    items,
    place,
  );
  const rare = actions.filter(({ isRare }) => isRare);
  const count = numberText(store.size());
  const dialogProps = { items, change, isBusy: isChanging, onClose: closeDialog };

  return (
    <>
      <section ref={bar} aria-label="Selection" data-selection-bar className="selection-bar">
        <div className="selection-count">
          <button
            type="button"
            aria-label="Stop selecting"
            className="button button-ghost button-icon flex-none"
            onClick={() => store.end()}
          >
            <X aria-hidden="true" />
          </button>
          <p className="min-w-min flex-1 leading-tight">
            <strong className="font-semibold tabular-nums">{count} selected</strong>
            {items.length > 0 && (
              <span className="text-ink-soft">
                , <span className="whitespace-nowrap">{megabytes(store.bytes())}</span>
              </span>
            )}
            {items.length >= maxSelected && (
              <span className="block text-step--1 text-ink-soft">Maximum reached</span>
            )}
          </p>
          {(isBusy || store.isReading()) && <Spinner className="flex-none" />}
          {!store.isWhole() && (
            <button
              type="button"
              aria-disabled={store.isReading()}
              className="button button-ghost button-small flex-none"
              onClick={() => store.isReading() || void store.chooseAll().then(showReadOutcomeToast)}
            >
              Select all
            </button>
          )}
        </div>
        {actions.length > 0 && (
          <div role="toolbar" aria-label="Actions for the selection" className="selection-actions">
            {actions.map((action) => (
              <ActionButton key={action.label} action={action} isBusy={isBusy} />
            ))}
            {rare.length > 0 && (
              <MoreActionsContext value={rare}>
                <LazyMenu load={loadMore} className="selection-action md:hidden">
                  <Ellipsis aria-hidden="true" />
                  More
                </LazyMenu>
              </MoreActionsContext>
            )}
          </div>
        )}
      </section>
      {dialog === "album" && (
        <AddToAlbumDialog
          count={items.length}
          onAdd={({ id, title }) => change({ action: "addToAlbum", albumId: id, title })}
          onClose={closeDialog}
        />
      )}
      {dialog === "move" && <MoveDialog {...dialogProps} />}
      {dialog === "describe" && <DescribeDialog {...dialogProps} />}
      {dialog === "tag" && <TagDialog {...dialogProps} />}
      {dialog === "delete" && <DeleteItemsDialog {...dialogProps} />}
    </>
  );
}

function ActionButton({ action, isBusy }: { action: SelectionAction; isBusy: boolean }) {
  const { label, Icon, isRare, hasDialog, run } = action;
  return (
    <button
      type="button"
      aria-haspopup={hasDialog ? "dialog" : undefined}
      aria-disabled={isBusy}
      onClick={() => isBusy || run()}
      className={cn("selection-action", isRare && "max-md:hidden")}
    >
      <Icon aria-hidden="true" />
      {label}
    </button>
  );
}
