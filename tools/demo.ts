import { closeDatabase, db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { fillAlbum } from "./demo/album";
import { createDemoFamily, demoPassword, demoUsernames } from "./demo/family";
import { liveFamilyLife } from "./demo/family-life";

const known = await db.media.findFirst({ select: { id: true } });
await getStorage().verifyRoot({ expectExisting: known !== null });

const family = await createDemoFamily();
if (family) {
  console.log("Making the demo family: a few hundred pictures, about a minute ...");
  const { kept, skippedClips } = await fillAlbum(family);
  await liveFamilyLife(family.familyId);
  console.log(`The demo family has ${kept} pictures and clips.`);
  if (skippedClips > 0) console.log(`SKIPPED: ${skippedClips} clips, which need ffmpeg.`);
}
console.log(`The demo family's people: ${demoUsernames.join(", ")}. Password of each: ${demoPassword}`);
await closeDatabase();
process.exit(0);
