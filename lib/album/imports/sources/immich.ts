import { z } from "zod";
import type { PlannedFile, PlannedMember } from "@/lib/album/imports/plan";
import type { EntryFacts, ImportedProfile } from "@/lib/album/imports/schema";
import { line, paragraph, personName } from "@/lib/album/imports/texts";
import { parseWallClock } from "@/lib/album/media/wall-clock";
import { birthDateSchema } from "@/lib/family/families/schema";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";

const nothing = <Value>(schema: z.ZodType<Value>) => schema.nullish().catch(null);

/** An asset as versions 1 to 3 describe it; other fields are ignored, and missing ones are unknown. */
export const immichAssetSchema = z.object({
  id: z.guid(),
  type: z.string(),
  originalFileName: z.string(),
  fileCreatedAt: nothing(z.string()),
  fileModifiedAt: nothing(z.string()),
  /** Local time at the place, written as if it were UTC. */
  localDateTime: nothing(z.string()),
  isFavorite: nothing(z.boolean()),
  /** Until 1.132; later versions say so in `visibility`. */
  isArchived: nothing(z.boolean()),
  isTrashed: nothing(z.boolean()),
  visibility: nothing(z.string()),
  livePhotoVideoId: nothing(z.guid()),
  /** Stacks there are made by people. */
  stack: nothing(z.object({ primaryAssetId: z.guid() })),
  exifInfo: nothing(
    z.object({
      fileSizeInByte: nothing(z.number().int().min(0)),
      description: nothing(z.string()),
      latitude: nothing(z.number().min(-90).max(90)),
      longitude: nothing(z.number().min(-180).max(180)),
    }),
  ),
  people: nothing(
    z.array(
      z.object({
        name: z.string().catch(""),
        birthDate: nothing(z.iso.date()),
        isHidden: nothing(z.boolean()),
      }),
    ),
  ),
});
export type ImmichAsset = z.infer<typeof immichAssetSchema>;

/** The kinds of assets to request, one after the other: otherwise not every version returns all of them. */
export const immichVisibilities = ["timeline", "archive"] as const;
/** The clips of Live Photos are hidden behind their photos. */
export const immichHidden = "hidden";

export interface ImmichMember extends PlannedMember {
  remoteId: string;
}

/** An asset as a file. Two can have the same name: their ids tell them apart. */
export const memberOf = (asset: ImmichAsset): ImmichMember => ({
  path: line(asset.originalFileName).replace(/[\\/]/g, "_").slice(-200) || "photo",
  bytes: asset.exifInfo?.fileSizeInByte ?? 1,
  modifiedMs: Date.parse(asset.fileModifiedAt ?? "") || 0,
  remoteId: asset.id,
});

function factsOf(asset: ImmichAsset, isClip: boolean): EntryFacts {
  const { latitude, longitude, description } = asset.exifInfo ?? {};
  const topId = asset.stack?.primaryAssetId ?? null;
  const named = (asset.people ?? []).filter(({ isHidden }) => !isHidden).map(({ name }) => personName(name));
  return {
    title: asset.originalFileName,
    takenMs: Date.parse(asset.fileCreatedAt ?? "") || null,
    takenLocal: parseWallClock(asset.localDateTime ?? ""),
    description: isClip ? "" : paragraph(description ?? "", maxDescriptionLength),
    place: latitude == null || longitude == null ? null : { latitude, longitude },
    people: isClip ? [] : [...new Set(named.filter((name) => name !== ""))],
    isFavorite: !isClip && (asset.isFavorite ?? false),
    isArchived: (asset.isArchived ?? false) || asset.visibility === "archive",
    isTrashed: asset.isTrashed ?? false,
    isLocked: asset.visibility === "locked",
    modifiedMs: Date.parse(asset.fileModifiedAt ?? "") || 0,
    isMotion: false,
    comments: [],
    hearts: [],
    exact: null,
    remoteId: asset.id,
    coveredBy: isClip || topId === asset.id ? null : topId,
    isStackDecided: topId !== null,
  };
}

/** The birthdays of the people in an asset, by name. */
export function* profilesOf({ people }: ImmichAsset): Generator<[string, ImportedProfile]> {
  for (const { name, birthDate } of people ?? []) {
    const key = personName(name);
    if (key !== "" && birthDate != null && birthDateSchema.safeParse(birthDate).success)
      yield [key, { name: key.slice(0, 80), nickname: null, birthDate, neverRecognize: false }];
  }
}

/** An asset and its clip as files to import; nothing if it is neither a photo nor a video. */
export function planAsset<Member extends PlannedMember>(
  asset: ImmichAsset,
  {
    albums,
    clip,
    place,
  }: {
    albums: string[];
    clip: ImmichAsset | undefined;
    place: (member: ImmichMember) => Member;
  },
): PlannedFile<Member>[] {
  if (asset.type !== "IMAGE" && asset.type !== "VIDEO") return [];
  const member = place(memberOf(asset));
  const kind = asset.type === "IMAGE" ? "photo" : "video";
  const facts = factsOf(asset, false);
  const whole = { member, kind, facts, albums, photo: null, isEdited: false } as const;
  if (!clip) return [whole];
  // The clip itself is only hidden, wherever its photo is.
  const { isArchived, isTrashed, isLocked } = facts;
  const ofClip = { ...factsOf(clip, true), isArchived, isTrashed, isLocked };
  const part = { member: place(memberOf(clip)), kind: "video", facts: ofClip } as const;
  return [whole, { ...whole, ...part, photo: member, albums: [] }];
}
