import { Readable } from "node:stream";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { env } from "@/lib/env";
import { logError } from "@/lib/http/log";
import { downloadHeaders } from "@/lib/http/private-headers";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import {
  readArchives,
  readBasket,
  readGiftBalance,
  readGiftOrders,
  readPrintOrders,
} from "@/lib/operations/your-data/server/export-orders-service";
import {
  albumItemsOf,
  type ExportedUpload,
  growingNotesOf,
  heartsOf,
  listUploads,
  readAccount,
  readActivity,
  readAdminMessages,
  readAlbums,
  readBooks,
  readComments,
  readFamilies,
  readFilms,
  readHiddenMemories,
  readInvitations,
  readMessages,
  readNotices,
  readNotifications,
  readPushDevices,
  readReports,
  readSessions,
  readUploads,
  recordingsOf,
  tagsOf,
} from "@/lib/operations/your-data/server/export-rows-service";
import { ZipWriter } from "@/lib/platform/files/zip-writer";
import { getStorage } from "@/lib/platform/storage/storage";

/** An export reads all of a person's originals. */
const exportsPerPerson = { name: "export", points: 10, seconds: 3600 };

const readme = (appName: string, username: string, madeAt: string) => `${appName}: your data, ${username}
Created on ${madeAt}.

account.json         your account, settings and ways to sign in (never a password or a secret)
families.json        the families you belong to, your role in each, and the year their album begins
sessions.json        the devices that are signed in
push-devices.json    the browsers that show you notifications
activity.json        what is recorded about your account and what you did
messages.json        emails and texts to you, without their content
invitations.json     whom you invited
reports.json         issues and photos you reported
notices.json         what you put on the notice board, and the notices you like
admin-messages.json  what you sent to your family as one of its admins
notifications.json   your notifications
hearts.json          the photos you loved
comments.json        your comments, and where your voice notes are in this ZIP
voice-notes/         the recordings of your voice notes
albums.json          the albums you made
album-items.json     the photos you added to albums
books.json           the photo books and calendars you made
memories.json        the photos and people you don't want to be reminded of
growing-notes.json   what you noted of others as they grew, and what was noted of you
films.json           the films you made; those you put into the album are among the uploads
tags.json            the photos you are tagged in, and where you tagged others
downloads.json       the photo ZIPs you asked for in the last day
basket.json          what is in your basket
print-orders.json    the prints you ordered, and where they went
gift-orders.json     what you ordered from the gift shop, and where it went
gift-balance.json    how your gift shop balance came about, in pence
uploads.json         what you uploaded, with its descriptions, hashtags, dates and cameras, and where it is in this ZIP
pictures/            the originals of your uploads, bit for bit, by family, year and month; including the trash.
                     A Live Photo is two files with the same name, the photo and its clip

Photos that others uploaded are theirs: download them in the album. Photos in families you have left
stay with those families.
`;

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** A list as JSON, written as it is read. */
async function* jsonLines(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const row of rows) {
    yield `${separator}  ${JSON.stringify(row)}`;
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

function describedClip({ storagePath: _, bytes, ...clip }: NonNullable<ExportedUpload["clip"]>) {
  return { ...clip, bytes: Number(bytes) };
}

async function* described(uploads: AsyncIterable<{ upload: ExportedUpload | null }>) {
  for await (const { upload: found } of uploads) {
    if (!found) continue;
    const { storagePath: _, bytes, hashtags, clip, ...upload } = found;
    yield {
      ...upload,
      bytes: Number(bytes),
      hashtags: hashtags.map(({ hashtag }) => `#${hashtag}`),
      clip: clip && describedClip(clip),
    };
  }
}

interface StoredFile {
  /** null for one that has been removed meanwhile. */
  storagePath: string | null;
  /** The path in the ZIP. */
  place: string;
}

async function writeExport(zip: ZipWriter, actor: Actor): Promise<void> {
  zip.addText("README.txt", Buffer.from(readme(env.APP_NAME, actor.username, new Date().toISOString())));
  zip.addText("account.json", json(await readAccount(actor)));
  zip.addText("families.json", json(await readFamilies(actor)));
  zip.addText("sessions.json", json(await readSessions(actor)));
  zip.addText("push-devices.json", json(await readPushDevices(actor)));
  zip.addText("notices.json", json(await readNotices(actor)));
  zip.addText("admin-messages.json", json(await readAdminMessages(actor)));
  zip.addText("messages.json", json(await readMessages(actor)));
  zip.addText("invitations.json", json(await readInvitations(actor)));
  zip.addText("reports.json", json(await readReports(actor)));
  zip.addText("memories.json", json(await readHiddenMemories(actor)));
  zip.addText("films.json", json(await readFilms(actor)));
  zip.addText("downloads.json", json(await readArchives(actor)));
  const uploads = await listUploads(actor);
  const lists: [string, AsyncIterable<unknown>][] = [
    ["activity.json", readActivity(actor)],
    ["notifications.json", readNotifications(actor)],
    ["hearts.json", heartsOf(actor)],
    ["comments.json", readComments(actor)],
    ["albums.json", readAlbums(actor)],
    ["album-items.json", albumItemsOf(actor)],
    ["growing-notes.json", growingNotesOf(actor)],
    ["books.json", readBooks(actor)],
    ["tags.json", tagsOf(actor)],
    ["basket.json", readBasket(actor)],
    ["print-orders.json", readPrintOrders(actor)],
    ["gift-orders.json", readGiftOrders(actor)],
    ["gift-balance.json", readGiftBalance(actor)],
    ["uploads.json", described(readUploads(actor, uploads))],
  ];
  for (const [name, rows] of lists) await zip.add(name, Readable.from(jsonLines(rows)), { compress: true });

  const missing: string[] = [];
  async function addFile({ storagePath, place }: StoredFile, mtime: Date): Promise<void> {
    const stat = storagePath === null ? null : await getStorage().stat(storagePath);
    if (storagePath === null || !stat) {
      missing.push(place);
      return;
    }
    const source = await getStorage().read(storagePath);
    // Pictures, clips and recordings are already compressed.
    await zip.add(place, source, { compress: false, size: stat.bytes, mtime });
  }
  for await (const { mtime, ...recording } of recordingsOf(actor)) await addFile(recording, mtime);
  for await (const { listed, upload } of readUploads(actor, uploads)) {
    const { place, clipPlace } = listed;
    const mtime = upload?.takenAt ?? upload?.uploadDate ?? new Date();
    await addFile({ storagePath: upload?.storagePath ?? null, place }, mtime);
    if (clipPlace === null) continue;
    await addFile({ storagePath: upload?.clip?.storagePath ?? null, place: clipPlace }, mtime);
  }
  if (missing.length > 0) zip.addText("missing-files.json", json(missing));
  zip.end();
}

/**
 * A ZIP of what Keepsake holds about the person, made while it is sent: it isn't stored, and pictures aren't buffered
 * in memory. A failure in the middle aborts the download, so that nobody takes it for complete.
 * @throws AppError 401 when the account is deleted, 429
 */
export async function exportAccount(actor: Actor): Promise<Response> {
  await consumeRateLimit(exportsPerPerson, actor.userId);
  const subject = { actorId: actor.userId, subjectId: actor.userId };
  await recordActivity({ action: "account.exported", ...subject });
  const zip = new ZipWriter();
  writeExport(zip, actor).catch((error: unknown) => {
    if (!zip.output.destroyed) logError(error, { userId: actor.userId });
    zip.output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  const day = new Date().toISOString().slice(0, 10);
  return new Response(Readable.toWeb(zip.output) as ReadableStream, {
    headers: downloadHeaders(`${env.APP_NAME} - ${actor.username} - ${day}.zip`, "application/zip"),
  });
}
