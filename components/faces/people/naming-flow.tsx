"use client";

import { useState } from "react";
import { NameDialog, type NameDialogProps } from "@/components/faces/people/name-dialog";
import { TagAllDialog } from "@/components/faces/people/tag-all-dialog";
import { toast } from "@/components/ui/toast";
import { fetchGroup } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";

export type NamingFlowProps = Omit<NameDialogProps, "onNamed"> & {
  /** Called once the group has its name; it may have been merged into another one. */
  onNamed?: (group: FaceGroupDto) => void;
};

/** Asks who a group is, and then offers to tag them in its pictures. */
export function NamingFlow({ onNamed, onClose, ...dialog }: NamingFlowProps) {
  const [toTag, setToTag] = useState<{ group: FaceGroupDto; count: number } | null>(null);

  async function named(group: FaceGroupDto) {
    onNamed?.(group);
    toast({ title: group.name ? `This is ${group.name}` : "The name was removed" });
    // Tagging is only an offer: if the count can't be loaded, the person's page offers it again.
    const count = group.name ? await fetchGroup(group.id).then(untagged, () => 0) : 0;
    if (count > 0) setToTag({ group, count });
    else onClose();
  }

  if (toTag) return <TagAllDialog {...toTag} onClose={onClose} />;
  return <NameDialog {...dialog} onNamed={(group) => void named(group)} onClose={onClose} />;
}

const untagged = ({ untaggedCount }: { untaggedCount: number }) => untaggedCount;
