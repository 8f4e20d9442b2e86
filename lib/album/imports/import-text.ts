import type {
  EntryReason,
  ImportDto,
  ImportKind,
  ImportReason,
  ImportReport,
  ImportState,
} from "@/lib/album/imports/schema";
import { counted, numberText } from "@/lib/shared/counted";
import { megabytes } from "@/lib/shared/megabytes";

export const stateTexts: Record<ImportState, string> = {
  uploading: "Waiting for archives",
  reading: "Looking through the files",
  ready: "Ready to start",
  running: "Importing",
  paused: "Paused",
  done: "Done",
  undoing: "Undoing",
  undone: "Undone",
  failed: "Could not be read",
};

/** The names of the kinds of import. */
export const kindTexts: Record<ImportKind, string> = {
  takeout: "Google Photos",
  keepsake: "Keepsake",
  apple: "Apple Photos",
  family_album: "FamilyAlbum",
  whatsapp: "WhatsApp",
  meta: "Facebook or Instagram",
  immich: "Immich",
  folder: "Photos in folders",
};

/** Say why it is paused or has failed, that nothing was lost, and what to do. */
export const reasonTexts: Record<ImportReason, string> = {
  asked: "You paused it. What was added so far is in the album.",
  disk_full:
    "The server's disk is full. What was added so far is safe; once there is room again, press Continue.",
  plan_full:
    "Your family's storage is full. What was added so far is safe; make room or choose a larger plan, then press Continue.",
  storage_unavailable:
    "The photo storage didn't respond. What was added so far is safe; please press Continue in a while.",
  not_member:
    "The person who started this is no longer in the family. What was added so far is in the album.",
  archive_gone: "An archive or folder isn't there any more. Please start again with all of them.",
  archive_damaged:
    "One of the archives is damaged. Please download it again, and start again with all of them.",
  folder_away:
    "The folder can't be reached, or is empty. Its photos stay in the album; their originals can be opened again once the folder is back.",
  nothing_found: "There are no photos or videos in it.",
  server_refused:
    "The other album can't be read any more: it refused the key, or its address isn't allowed. What was added so far is safe; please start again.",
  server_unreachable:
    "The other album didn't respond. What was added so far is safe; please press Continue once it does.",
  newer_export: "A later version of Keepsake made it. Please update this one first.",
};

/** Why a file isn't in the album as an item of its own. */
export const entryReasonTexts: Record<EntryReason, string> = {
  archived: "archived there",
  trashed: "in the bin there",
  locked: "in the locked folder there",
  not_media: "not a photo or video",
  too_large: "larger than this album takes",
  name: "its name can't be used",
  encrypted: "encrypted",
  method: "packed in a way that can't be read",
  bomb: "unpacks to far more than a photo or video",
  in_photo: "the moving part of a photo, which has it inside",
  before_album: "older than the album, whose first year an admin can change",
  unsupported: "not a kind of photo or video that this album takes",
  empty: "empty",
  reported: "someone has asked an admin to look at it",
  damaged: "damaged in the archive",
  gone: "no longer in the folder",
  too_long: "a text that is too long to be read",
  nested: "an archive inside the archive, which has to be added on its own",
  aae: "an edit of Apple's that only its own programs can show",
};

const videos = (count: number) => counted(count, "video");

/** "1,204 photos and 36 videos, 8.1 GB, from 3 July 2009 to 24 December 2024" */
export function describeReport(report: ImportReport, formatDay: (day: string) => string): string {
  const parts = [
    [counted(report.photos, "photo"), ...(report.videos > 0 ? [videos(report.videos)] : [])].join(" and "),
    megabytes(report.bytes),
  ];
  const { firstDay, lastDay } = report;
  if (firstDay && lastDay) parts.push(`from ${formatDay(firstDay)} to ${formatDay(lastDay)}`);
  return parts.join(", ");
}

/** "about 2 hours left" */
export function describeTimeLeft({ secondsLeft }: Pick<ImportDto, "secondsLeft">): string | null {
  if (secondsLeft === null) return null;
  if (secondsLeft < 90) return "about a minute left";
  const minutes = Math.round(secondsLeft / 60);
  return minutes < 90
    ? `about ${minutes} minutes left`
    : `about ${counted(Math.round(minutes / 60), "hour")} left`;
}

/** "412 added, 30 were there already, 3 left out" */
export function describeOutcome({ addedCount, knownCount, leftCount, failedCount }: ImportDto): string {
  const parts = [`${numberText(addedCount)} added`];
  if (knownCount > 0) parts.push(`${numberText(knownCount)} already in the album`);
  if (leftCount > 0) parts.push(`${numberText(leftCount)} left out`);
  if (failedCount > 0) parts.push(`${numberText(failedCount)} damaged`);
  return parts.join(", ");
}
