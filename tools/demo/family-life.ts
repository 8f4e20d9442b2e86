import { createComment } from "@/lib/album/comments/server/service";
import { featureHashtag } from "@/lib/album/hashtags/server/featured-service";
import { setMonthIcon } from "@/lib/album/month-icons/server/service";
import { createNotice, toggleNoticeLike } from "@/lib/album/notices/server/service";
import { setTags } from "@/lib/album/tags/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { MonthIconName } from "@/lib/shared/month-icons";
import { Random } from "./random";

const dayMs = 86_400_000;

/** Oldest first; likes are by position among the people. */
const notices = [
  {
    daysAgo: 19,
    by: "Mum",
    title: "Grandma's old albums",
    message:
      "Chidi is scanning the albums from the attic. Whatever he uploads from before 2022 goes into the month it was scanned in, with #attic in its description, so that we find it all again.",
    likedBy: ["Grandma", "Uncle Chidi", "Kofi"],
  },
  {
    daysAgo: 11,
    by: "Dad",
    title: "School play photos",
    message: "All of them are in the album now. Download the originals if you want prints.",
    likedBy: ["Mum", "Zuri"],
  },
  {
    daysAgo: 5,
    by: "Mum",
    title: "Winter holiday",
    message:
      "We have the cabin again!\nFrom the 27th to the 3rd.\n\nBring warm boots, board games and the sledge. Grandma makes her pepper soup on the first evening, so be there by six.",
    likedBy: ["Grandma", "Uncle Chidi", "Kofi", "Zuri"],
  },
  {
    daysAgo: 1,
    by: "Dad",
    title: "Sunday lunch",
    message:
      "We are at Grandma's from one o'clock. Bring the old albums, she wants to scan the ones from the garden house before the winter.",
    likedBy: ["Mum", "Grandma", "Kofi"],
  },
] as const;

const featured = ["#Birthday", "#Holiday", "#Hills", "#Sunset"];

/** The icon for a month of any year; months not listed have none. */
const icons: Partial<Record<number, readonly [MonthIconName, ...MonthIconName[]]>> = {
  1: ["Coffee", "Star"],
  3: ["Bike", "Train"],
  4: ["Squirrel"],
  5: ["Cake"],
  6: ["Tent", "Mountain"],
  7: ["Waves", "Plane"],
  8: ["Anchor", "Ship"],
  10: ["TreePine"],
  12: ["Gift"],
};

const comments = [
  "Oh, how lovely!",
  "I remember this day. We laughed so much.",
  "Can I have this one as a print, please?",
  "Who took this? It is beautiful.",
  "That light!",
  "Next year again, all of us?",
  "Best day of the whole year 😄",
  "I want to be there right now.",
] as const;

interface Person {
  memberId: string;
  /** What the family calls them. */
  name: string;
  actor: MemberActor;
}

/** The family's people as if signed in. */
async function peopleOf(familyId: string): Promise<Person[]> {
  const members = await db.membership.findMany({
    where: { familyId },
    select: {
      role: true,
      user: {
        select: {
          id: true,
          username: true,
          persons: { where: { familyId }, select: { id: true, name: true, nickname: true } },
        },
      },
    },
    orderBy: { joinedAt: "asc" },
  });
  return members.flatMap(({ role, user }) =>
    user.persons.map((person) => ({
      memberId: person.id,
      name: person.nickname ?? person.name,
      actor: {
        sessionId: "",
        key: null,
        screenId: null,
        userId: user.id,
        username: user.username,
        familyId,
        suspendedFamilyId: null,
        role,
        isAdmin: role !== "member",
        isSuperAdmin: false,
        isChild: false,
        isUnconfirmed: false,
        isDirectAccess: false,
        tier: "premium",
        firstYear: 2022,
      },
    })),
  );
}

function named(people: readonly Person[], name: string): Person {
  const person = people.find((one) => one.name === name);
  if (!person) throw new Error(`The demo family has no ${name}.`);
  return person;
}

/** Posts the notices, each as long ago as it says, with its notification. */
async function postNotices(people: readonly Person[]): Promise<void> {
  for (const { daysAgo, by, title, message, likedBy } of notices) {
    const { id } = await createNotice(named(people, by).actor, { title, message });
    for (const name of likedBy) await toggleNoticeLike(named(people, name).actor, id);
    const createdAt = new Date(Date.now() - daysAgo * dayMs);
    await db.notice.update({ where: { id }, data: { createdAt }, select: { id: true } });
    // What is older than a few days has been read.
    await db.notification.updateMany({
      where: { eventKey: `notice:${id}` },
      data: { createdAt, ...(daysAgo > 3 ? { deliveredAt: createdAt, readAt: createdAt } : {}) },
    });
  }
}

async function chooseIcons(familyId: string, { actor }: Person): Promise<void> {
  const months = await db.mediaMonth.findMany({
    where: { familyId, itemCount: { gt: 0 } },
    select: { year: true, month: true },
  });
  for (const { year, month } of months) {
    const choice = icons[month];
    const iconName = choice?.[year % choice.length];
    if (iconName) await setMonthIcon(actor, { year, month, iconName });
  }
}

/** Who is in the pictures: people named in a description, and some at random. The latest cause notifications. */
async function tagAndComment(familyId: string, people: readonly Person[]): Promise<void> {
  const random = new Random(48);
  const items = await db.media.findMany({
    where: { familyId },
    select: { id: true, description: true, uploaderId: true },
    orderBy: [{ sortAt: "desc" }, { id: "desc" }],
  });
  const tags: { mediaId: string; memberId: string; familyId: string; taggedById: string | null }[] = [];
  const written: { mediaId: string; familyId: string; userId: string; text: string }[] = [];
  for (const [index, { id: mediaId, description, uploaderId }] of items.entries()) {
    const shown = people.filter(({ name }) => description.includes(name) || random.chance(0.12));
    const writers = people.filter(() => random.chance(0.06));
    if (index < 3) {
      const uploader = people.find(({ actor }) => actor.userId === uploaderId) ?? people[0];
      const others = people.filter((one) => one !== uploader).slice(index, index + 2);
      if (!uploader) continue;
      await setTags(
        uploader.actor,
        mediaId,
        others.map(({ memberId }) => memberId),
      );
      for (const { actor } of others) await createComment(actor, mediaId, random.pick(comments));
      continue;
    }
    for (const { memberId } of shown) tags.push({ mediaId, memberId, familyId, taggedById: uploaderId });
    for (const { actor } of writers) {
      written.push({ mediaId, familyId, userId: actor.userId, text: random.pick(comments) });
    }
  }
  await db.mediaTag.createMany({ data: tags });
  await db.comment.createMany({ data: written });
}

/** Notices, likes, featured hashtags, month icons, tags, comments, and the resulting notifications. */
export async function liveFamilyLife(familyId: string): Promise<void> {
  const people = await peopleOf(familyId);
  const owner = people.find(({ actor }) => actor.role === "owner");
  if (!owner) throw new Error("A family needs an owner.");
  await postNotices(people);
  for (const hashtag of featured) await featureHashtag(owner.actor, hashtag);
  await chooseIcons(familyId, owner);
  await tagAndComment(familyId, people);
}
