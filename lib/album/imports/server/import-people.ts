import type { EntryJob } from "@/lib/album/imports/server/entry-rows";
import type { Prisma } from "@/lib/db";

type ImportPeople = Pick<EntryJob, "memberOf" | "accountOf">;

/** Who the people in a source are here. Someone who has been removed is a name without an entry again. */
export async function readPeople(client: Prisma.TransactionClient, importId: string): Promise<ImportPeople> {
  // In one statement: two entries can become one between two.
  const people = await client.$queryRaw<{ name: string; memberId: string; userId: string | null }[]>`
    SELECT chosen.person ->> 'name' AS name, p.id AS "memberId", p."userId" FROM "Import" i
    CROSS JOIN jsonb_array_elements(i.choices -> 'people') WITH ORDINALITY AS chosen(person, place)
    JOIN "FamilyMember" p ON p.id = (chosen.person ->> 'memberId')::uuid AND p."familyId" = i."familyId"
    WHERE i.id = ${importId}::uuid ORDER BY chosen.place`;
  return {
    memberOf: new Map(people.map(({ name, memberId }) => [name, memberId])),
    accountOf: new Map(people.flatMap(({ name, userId }) => (userId ? [[name, userId] as const] : []))),
  };
}

/** Locks the family's row before the import's and its people's, as merging and removing people does. */
export async function lockFamilyFirst(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  await client.$executeRaw`SELECT 1 FROM "Family" WHERE id = ${familyId}::uuid FOR KEY SHARE`;
}

/** The job with its people as they are now. Until the transaction ends, nobody is merged or removed. */
export async function lockPeople(client: Prisma.TransactionClient, job: EntryJob): Promise<EntryJob> {
  await lockFamilyFirst(client, job.actor.familyId);
  // The choices are final: if nobody was chosen, nobody will be.
  return job.memberOf.size === 0 ? job : { ...job, ...(await readPeople(client, job.importId)) };
}
