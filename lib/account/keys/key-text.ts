import type { KeyDto, KeyScope } from "@/lib/account/keys/schema";

/** What each scope allows, as a choice with an explanation. */
export const keyScopeTexts: Record<KeyScope, { label: string; hint: string }> = {
  read: {
    label: "See the album",
    hint: "Browse, search and download photos and videos, read comments and hear voice notes.",
  },
  upload: { label: "Upload", hint: "Add photos and videos, and check which ones are already there." },
  comment: { label: "Comment", hint: "Write comments, leave voice notes and give hearts in your name." },
  manage: {
    label: "Organise",
    hint: "Describe, move, tag and edit photos, and move them to the trash, as far as you can yourself.",
  },
};

/** "See the album, upload" */
export function describeScopes({ scopes }: Pick<KeyDto, "scopes">): string {
  const [first = "", ...others] = scopes.map((scope) => keyScopeTexts[scope].label);
  return [first, ...others.map((label) => label.toLowerCase())].join(", ");
}
