import { existsSync, linkSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { makeScene } from "./scene.mjs";

/**
 * Gives each item of an album filled with rows its files. All are hard links to the same two: what is shown doesn't
 * matter, only that it arrives.
 * @param {import("./album-server.mjs").Album} album
 * @param {string} familyId
 * @param {number | null} [latest] only this many, the latest first
 */
export async function linkPictures(album, familyId, latest = null) {
  const done = path.join(album.dataDir, "pictures-linked");
  if (existsSync(done)) return;
  const scene = await makeScene(1);
  const small = (side) => sharp(scene.data, { raw: scene.raw }).resize(side);
  const sources = {
    thumbnail: await small(320).webp({ quality: 75 }).toBuffer(),
    medium: await small(1280).jpeg().toBuffer(),
  };
  for (const [kind, bytes] of Object.entries(sources)) writeFileSync(path.join(album.dataDir, kind), bytes);
  const items = await album.query(
    'SELECT id FROM "Media" ORDER BY year DESC, month DESC, "sortAt" DESC, id DESC LIMIT $1',
    [latest],
  );
  for (const { id } of items) {
    const folder = path.join(album.dataDir, "media", "families", familyId, "derived", id);
    mkdirSync(folder, { recursive: true });
    for (const kind of Object.keys(sources))
      linkSync(path.join(album.dataDir, kind), path.join(folder, kind));
  }
  writeFileSync(done, "");
}
