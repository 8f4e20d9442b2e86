import { db, type Prisma } from "@/lib/db";
import type { AdminUserDto, UsersDto, UsersQuery } from "@/lib/operations/super-admin/schema";
import { likeText } from "@/lib/shared/like-text";

export const adminUserSelect = {
  id: true,
  username: true,
  email: true,
  isSuperAdmin: true,
  isChild: true,
  suspendedAt: true,
  suspendedReason: true,
  createdAt: true,
  sessions: { select: { lastSeenAt: true }, orderBy: { lastSeenAt: "desc" }, take: 1 },
  memberships: {
    select: { role: true, family: { select: { id: true, name: true } } },
    orderBy: [{ joinedAt: "asc" }, { familyId: "asc" }],
  },
} as const satisfies Prisma.UserSelect;

type AdminUserRow = Prisma.UserGetPayload<{ select: typeof adminUserSelect }>;

export const adminUserDto = ({
  sessions,
  memberships,
  createdAt,
  suspendedAt,
  ...row
}: AdminUserRow): AdminUserDto => ({
  ...row,
  createdAt: createdAt.toISOString(),
  suspendedAt: suspendedAt?.toISOString() ?? null,
  lastSeenAt: sessions[0]?.lastSeenAt.toISOString() ?? null,
  families: memberships.map(({ role, family }) => ({ ...family, role })),
});

/** Accounts by username or e-mail address, newest first. Without phone numbers and home addresses. */
export async function listAllUsers({ q, limit, offset }: UsersQuery): Promise<UsersDto> {
  const text = q?.trim();
  const contains = { contains: likeText(text ?? ""), mode: "insensitive" } as const;
  const where: Prisma.UserWhereInput = text ? { OR: [{ username: contains }, { email: contains }] } : {};
  const [rows, total] = await Promise.all([
    db.user.findMany({
      where,
      select: adminUserSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit,
      skip: offset,
    }),
    db.user.count({ where }),
  ]);
  return {
    items: rows.map(adminUserDto),
    pagination: { total, limit, offset, hasMore: offset + rows.length < total },
  };
}
