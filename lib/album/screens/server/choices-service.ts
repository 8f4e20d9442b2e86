import type { ShowChoices } from "@/lib/album/screens/show-choices";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { listFamilyPeople } from "@/lib/family/families/server/service";

/** Albums beyond this are old: their photos still appear when all photos are shown. */
const maxAlbums = 200;

/** What a TV or frame can show, apart from lists that everyone has. */
export async function listShowChoices(actor: MemberActor): Promise<ShowChoices> {
  const { familyId } = actor;
  const [albums, people, months] = await Promise.all([
    db.album.findMany({
      where: { familyId },
      select: { id: true, title: true },
      orderBy: [{ activeAt: "desc" }, { id: "desc" }],
      take: maxAlbums,
    }),
    listFamilyPeople(actor),
    db.mediaMonth.findMany({
      where: { familyId, itemCount: { gt: 0 } },
      select: { year: true, month: true },
      orderBy: [{ year: "desc" }, { month: "desc" }],
    }),
  ]);
  return {
    albums: albums.map(({ id, title }) => ({ id, name: title })),
    people: people.map(({ id, displayName }) => ({ id, name: displayName })),
    months,
  };
}
