import { AppleReader } from "@/lib/album/imports/sources/apple";
import { FamilyAlbumReader } from "@/lib/album/imports/sources/family-album";
import { MetaReader } from "@/lib/album/imports/sources/meta";
import type { SourceReader } from "@/lib/album/imports/sources/source-reader";
import { WhatsAppReader } from "@/lib/album/imports/sources/whatsapp";

/** Every source recognised besides Google's sidecars; the first reader that accepts a text keeps it. */
export const sourceReaders = (): SourceReader[] => [
  new AppleReader(),
  new FamilyAlbumReader(),
  new WhatsAppReader(),
  new MetaReader(),
];
