import path from "node:path";
import sharp from "sharp";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { getStorage } from "@/lib/platform/storage/storage";
import { type FamilyPerson, type StoredMedia, storeMedia } from "@/tests/support/factories";

/** The program that recognises the people and things drawn here. */
export const fakeRecognitionProgram = path.join("tests", "support", "fake-recognition.mjs");

/** Hues that tests/support/fake-recognition.mjs can tell apart. */
const hues = { ama: 0, kofi: 60, nana: 180, esi: 300, dog: 120, cake: 240 } as const;
export type Drawn = keyof typeof hues;

const side = 120;
const gap = 30;

/** A JPEG of coloured squares, side by side: people, dogs and cakes to the fake recognizer. */
export async function facePicture(drawn: readonly Drawn[], shade = 50): Promise<Buffer> {
  const width = Math.max(640, gap + drawn.length * (side + gap));
  const squares = drawn.map((who, at) => ({
    input: {
      create: {
        width: side,
        height: side,
        channels: 3 as const,
        background: `hsl(${hues[who]}, 100%, ${shade}%)`,
      },
    },
    left: gap + at * (side + gap),
    top: 150,
  }));
  return sharp({ create: { width, height: 480, channels: 3, background: "#dddddd" } })
    .composite(squares)
    .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

/** A picture of them in the album, with its medium image generated. */
export async function storeFacePicture(
  owner: FamilyPerson,
  drawn: readonly Drawn[],
  shade = 50,
): Promise<StoredMedia> {
  const picture = await facePicture(drawn, shade);
  const media = await storeMedia(owner);
  await getStorage().replace(derivativeKey(owner.familyId, media.id, "medium"), picture);
  return media;
}
