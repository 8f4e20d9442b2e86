import { db } from "@/lib/db";
import type { FamilyPerson } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

/** A notice in this person's family that everyone sees. */
export async function storeNotice(
  { familyId, userId }: FamilyPerson,
  values: { title?: string; message?: string; isActive?: boolean; createdAt?: Date } = {},
): Promise<string> {
  const data = { familyId, createdById: userId, title: "Sunday lunch", message: "At Nana's, one o'clock." };
  return (await db.notice.create({ data: { ...data, ...values }, select: { id: true } })).id;
}

let hashtags = 0;

const featured = async ({ familyId }: FamilyPerson) => {
  const key = `tag_${++hashtags}`;
  const data = { familyId, key, hashtag: `#${key}` };
  return (await db.featuredHashtag.create({ data, select: { id: true } })).id;
};

const monthIcon = async ({ familyId }: FamilyPerson) => {
  const month = { familyId, year: 2024, month: 7 };
  const icon = await db.monthIcon.upsert({
    where: { familyId_year_month: month },
    create: { ...month, iconName: "Sun" },
    update: {},
    select: { id: true },
  });
  return icon.id;
};

/** Valid requests for the calls about the notice board, featured hashtags and month icons. */
export const boardCalls: Record<string, SampleCall> = {
  "GET /api/notices": { request: () => ({ path: "/api/notices" }), status: 200 },
  "POST /api/notices": {
    request: () => ({ path: "/api/notices", json: { title: "Sunday lunch", message: "At Nana's." } }),
    status: 201,
  },
  "PUT /api/notices/{id}": {
    target: storeNotice,
    request: (id) => ({
      path: `/api/notices/${at(id)}`,
      json: { title: "Sunday tea", message: "At four.", isActive: true },
    }),
    status: 200,
  },
  "DELETE /api/notices/{id}": {
    target: storeNotice,
    request: (id) => ({ path: `/api/notices/${at(id)}` }),
    status: 204,
  },
  "GET /api/notices/{id}/likes": {
    target: storeNotice,
    request: (id) => ({ path: `/api/notices/${at(id)}/likes` }),
    status: 200,
  },
  "POST /api/notices/{id}/like": {
    target: storeNotice,
    request: (id) => ({ path: `/api/notices/${at(id)}/like` }),
    status: 200,
  },

  "GET /api/hashtags/featured": { request: () => ({ path: "/api/hashtags/featured" }), status: 200 },
  "POST /api/hashtags/featured": {
    prepare: async (person) => {
      // A family can have only a few.
      if (person.familyId) await db.featuredHashtag.deleteMany({ where: { familyId: person.familyId } });
      return `sample_${++hashtags}`;
    },
    request: (hashtag) => ({
      path: "/api/hashtags/featured",
      json: { hashtag: hashtag || `sample_${++hashtags}` },
    }),
    status: 201,
  },
  "DELETE /api/hashtags/featured/{id}": {
    target: featured,
    request: (id) => ({ path: `/api/hashtags/featured/${at(id)}` }),
    status: 204,
  },

  "GET /api/month-icons/{id}/{month}": {
    request: () => ({ path: "/api/month-icons/2024/7" }),
    status: 200,
  },
  "POST /api/month-icons": {
    request: () => ({ path: "/api/month-icons", json: { year: 2024, month: 7, iconName: "Cake" } }),
    status: 201,
  },
  "DELETE /api/month-icons/{id}": {
    target: monthIcon,
    request: (id) => ({ path: `/api/month-icons/${at(id)}` }),
    status: 204,
  },
};
