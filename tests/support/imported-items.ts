import type { CommentPageDto } from "@/lib/album/comments/schema";
import type { EntryPageDto, ImportDto } from "@/lib/album/imports/schema";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import type { FamilyPerson } from "@/tests/support/factories";
import { act, importCall, readImport, work } from "@/tests/support/takeouts";

export const commentsOn = async (as: FamilyPerson, mediaId: string) =>
  (await call<CommentPageDto>("GET", `/api/media/${mediaId}/comments`, { cookie: as.cookie })).body.items;

export const detailOf = async (as: FamilyPerson, mediaId: string) =>
  (await call<MediaDetailDto>("GET", `/api/media/${mediaId}`, { cookie: as.cookie })).body;

/** A family's items outside the trash, by name. */
export const itemsOf = ({ familyId }: FamilyPerson) =>
  db.media.findMany({ where: { familyId, deletedAt: null }, orderBy: { fileName: "asc" } });

/** Why files of an import aren't in the album, by path. */
export const reasonsOf = async (as: FamilyPerson, { id }: ImportDto) => {
  const { items } = (await importCall<EntryPageDto>(as, "GET", `/${id}/entries?limit=200`)).body;
  return Object.fromEntries(items.flatMap(({ path, reason }) => (reason ? [[path, reason]] : [])));
};

/** The family member that an account is linked to. */
export const memberOf = async ({ familyId, userId }: FamilyPerson) =>
  (await db.familyMember.findUniqueOrThrow({ where: { familyId_userId: { familyId, userId } } })).id;

/** Imports archives after choosing who the people in them are. */
export async function importWith(
  person: FamilyPerson,
  archives: Buffer[],
  people: { name: string; memberId: string | null; isNew?: boolean }[],
): Promise<ImportDto> {
  const { id } = await readImport(person, archives);
  const { status, body } = await importCall(person, "PUT", `/${id}/choices`, { people });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await act(person, id, "start");
  await work(id);
  return (await importCall(person, "GET", `/${id}`)).body;
}
