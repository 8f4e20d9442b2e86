"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowUpToLine, type LucideIcon, SquareStack, Ungroup } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { canChange } from "@/components/album/item/use-may-change";
import { useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { cn } from "@/components/ui/class-names";
import { toast } from "@/components/ui/toast";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import { mediaAlt } from "@/lib/album/media/media-text";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { changeStack, stackOptions } from "@/lib/album/stacks/client/queries";
import type { StackAction } from "@/lib/album/stacks/schema";

export interface StackStripProps {
  /** The photo on show, which is in a stack. */
  item: MediaItemDto;
  /** Shows another photo of the stack; null for the listed one. */
  onShow: (item: MediaItemDto | null) => void;
  /** Called once the lists show this photo in place of another. */
  onTop: (id: string) => void;
}

const done: Record<StackAction, string> = {
  top: "This photo is now on top",
  takeOut: "Removed from the stack",
  unstack: "The photos are no longer stacked",
};

/** All photos of a stack, to view one by one, and the actions on the stack. */
export function StackStrip({ item, onShow, onTop }: StackStripProps) {
  const { user } = useAuth();
  const queryClient = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const topId = item.stack?.topId ?? item.id;
  const { data } = useQuery(stackOptions(topId));
  const { run, isBusy } = useAction(
    async (action: StackAction) => {
      await changeStack(item.id, action);
      toast({ title: done[action] });
      if (action !== "top") onShow(null);
      await refreshMedia(queryClient);
      if (action === "top") onTop(item.id);
    },
    { failureTitle: "The stack could not be changed", fallback: "Please try again." },
  );
  const items = data?.items ?? [];
  if (items.length < 2) return null;

  /** Left and right move within the strip; elsewhere in the viewer, to the next item of the list. */
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    event.preventDefault();
    const place = items.findIndex(({ id }) => id === item.id);
    const next = items[(place + step + items.length) % items.length];
    if (!next) return;
    onShow(next);
    list.current?.querySelector<HTMLElement>(`[data-member="${CSS.escape(next.id)}"]`)?.focus();
  }

  return (
    <section
      aria-label="Stack"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 px-3 py-2 md:px-4"
    >
      <ul ref={list} onKeyDown={onKeyDown} className="flex max-w-full gap-1.5 overflow-x-auto p-1">
        {items.map((one, place) => (
          <li key={one.id} className="flex-none">
            <button
              type="button"
              data-member={one.id}
              aria-current={one.id === item.id || undefined}
              aria-label={`${place + 1} of ${items.length}: ${mediaAlt(one)}${one.id === topId ? ", on top" : ""}`}
              tabIndex={one.id === item.id ? 0 : -1}
              onClick={() => onShow(one)}
              className={cn(
                "relative block size-14 overflow-hidden rounded-sm opacity-75 outline-offset-1 hover:opacity-100 focus-visible:outline-white",
                one.id === item.id && "opacity-100 ring-2 ring-white",
              )}
            >
              <img src={thumbnailUrl(one)} alt="" className="size-full object-cover" />
              {one.id === topId && (
                <ArrowUpToLine
                  aria-hidden="true"
                  className="absolute right-1 bottom-1 size-4 rounded-full bg-black/65 p-0.5"
                />
              )}
            </button>
          </li>
        ))}
      </ul>
      {items.some((one) => canChange(user, one)) && (
        <div className="flex flex-wrap justify-center gap-1">
          {item.id !== topId && (
            <StripButton Icon={ArrowUpToLine} isBusy={isBusy} onClick={() => void run("top")}>
              Put on top
            </StripButton>
          )}
          <StripButton Icon={Ungroup} isBusy={isBusy} onClick={() => void run("takeOut")}>
            Take out
          </StripButton>
          <StripButton Icon={SquareStack} isBusy={isBusy} onClick={() => void run("unstack")}>
            Unstack all
          </StripButton>
        </div>
      )}
    </section>
  );
}

interface StripButtonProps {
  Icon: LucideIcon;
  isBusy: boolean;
  onClick: () => void;
  children: string;
}

const StripButton = ({ Icon, isBusy, onClick, children }: StripButtonProps) => (
  <button
    type="button"
    aria-disabled={isBusy}
    onClick={onClick}
    className="flex min-h-11 items-center gap-1.5 rounded-full px-3 text-step--1 font-semibold text-white hover:bg-white/15 focus-visible:outline-white"
  >
    <Icon aria-hidden="true" className="size-4" />
    {children}
  </button>
);
