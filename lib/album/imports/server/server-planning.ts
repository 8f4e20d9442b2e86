import { randomUUID } from "node:crypto";
import type { ImportedProfile } from "@/lib/album/imports/schema";
import type { DryRun, PlacedMember, Planned, PlannedImport } from "@/lib/album/imports/server/dry-run";
import { ImportPausedError } from "@/lib/album/imports/server/entry-service";
import { openServer } from "@/lib/album/imports/server/server-import-service";
import {
  type ImmichAsset,
  type ImmichMember,
  immichHidden,
  immichVisibilities,
  planAsset,
  profilesOf,
} from "@/lib/album/imports/sources/immich";
import type { MemberActor } from "@/lib/core/auth/server/actor";

/** Plans what an Immich server has; nothing is downloaded. */
export async function planServer(
  job: PlannedImport,
  run: DryRun,
  actor: MemberActor | null,
  signal?: AbortSignal,
): Promise<Planned> {
  if (!actor) throw new ImportPausedError("not_member");
  const client = await openServer(actor, job, signal);
  const place = (member: ImmichMember): PlacedMember => ({
    ...member,
    ...{
      id: randomUUID(),
      archiveId: null,
      compressedBytes: 0,
      crc32: null,
      method: 0,
      position: 0,
      refusal: null,
    },
  });
  try {
    const albums = await client.albums();
    const clips = new Map<string, ImmichAsset>();
    for await (const asset of client.assets(immichHidden)) clips.set(asset.id, asset);
    const profiles = new Map<string, ImportedProfile>();
    for (const visibility of immichVisibilities) {
      for await (const asset of client.assets(visibility)) {
        const clip = asset.livePhotoVideoId == null ? undefined : clips.get(asset.livePhotoVideoId);
        await run.add(planAsset(asset, { albums: albums.get(asset.id) ?? [], clip, place }));
        for (const [name, profile] of profilesOf(asset)) profiles.set(name, profile);
      }
    }
    run.counter.addExported({ albums: [], notices: 0, printOrders: 0, missing: 0, profiles });
    return { kind: "immich", people: null };
  } finally {
    client.close();
  }
}
