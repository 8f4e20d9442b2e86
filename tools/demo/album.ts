import { setTimeout as wait } from "node:timers/promises";
import { createMedia, storeOriginal } from "@/lib/album/uploads/server/ingest-service";
import { db } from "@/lib/db";
import { startWorkers } from "@/server/tasks";
import { filmPicture } from "./clip";
import type { DemoFamily } from "./family";
import { takePicture } from "./picture";
import { planShots, type Shot } from "./plan";
import { Random } from "./random";

/** As many as keep two processors busy while the worker makes the small pictures. */
const drawnAtOnce = 2;

async function storeShot(family: DemoFamily, shot: Shot): Promise<boolean> {
  const picture = await takePicture(shot);
  const film = shot.isClip ? await filmPicture(picture.bytes) : null;
  if (shot.isClip && !film) return false;
  const random = new Random(shot.seed);
  const userId = family.userIds[random.integer(0, family.userIds.length - 1)] ?? family.userIds[0];
  const { familyId } = family;
  const bytes = film ?? picture.bytes;
  const original = await storeOriginal(
    familyId,
    (async function* () {
      yield bytes;
    })(),
    "fileData",
  );
  const mediaId = await createMedia({ userId, familyId }, original, {
    fileName: film ? picture.fileName.replace(".jpg", ".mp4") : picture.fileName,
    year: shot.year,
    month: shot.month,
    description: picture.description,
  });
  const hearting = family.userIds.filter(() => random.chance(0.18));
  await db.heart.createMany({ data: hearting.map((person) => ({ userId: person, mediaId, familyId })) });
  return true;
}

/** One picture represents each month; the last of these welcomes visitors. */
async function chooseFeatured(familyId: string): Promise<void> {
  const chosen = await db.media.findMany({
    where: { familyId, mediaType: "image" },
    distinct: ["year", "month"],
    orderBy: [{ year: "asc" }, { month: "asc" }, { sortAt: "asc" }],
    select: { id: true },
  });
  await db.media.updateMany({ where: { id: { in: chosen.map(({ id }) => id) } }, data: { featured: true } });
  const welcome = chosen.at(-1);
  if (!welcome) return;
  await db.family.update({
    where: { id: familyId },
    data: { welcomeMediaId: welcome.id },
    select: { id: true },
  });
}

async function everythingDerived(familyId: string): Promise<void> {
  for (;;) {
    const waiting = await db.media.count({
      where: { familyId, OR: [{ derivatives: "pending" }, { playable: "pending" }] },
    });
    if (waiting === 0) return;
    await wait(200);
  }
}

/** Fills the family's album the way uploads do: originals, hashes, small pictures and counters are real. */
export async function fillAlbum(family: DemoFamily): Promise<{ kept: number; skippedClips: number }> {
  const worker = await startWorkers();
  const shots = planShots(new Date());
  const total = shots.length;
  let kept = 0;
  let skippedClips = 0;
  const draw = async () => {
    for (let shot = shots.shift(); shot; shot = shots.shift()) {
      if (await storeShot(family, shot)) kept++;
      else skippedClips++;
      if (kept % 80 === 0) console.log(`  ${kept} of ${total}`);
    }
  };
  await Promise.all(Array.from({ length: drawnAtOnce }, draw));
  await chooseFeatured(family.familyId);
  await everythingDerived(family.familyId);
  await worker.stop();
  return { kept, skippedClips };
}
