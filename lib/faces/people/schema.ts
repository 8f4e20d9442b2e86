import { z } from "zod";
import { mediaItemSchema, stacksParameter } from "@/lib/album/media/schema";
import { idParam } from "@/lib/shared/id-params";
import { cursorSchema, pageQuerySchema, paginationSchema } from "@/lib/shared/pagination";
import { batchSize } from "@/lib/shared/sorter-batch-size";
import { nameSchema } from "@/lib/shared/text";

const idSchema = z.string().max(100);
const cursorQuery = pageQuerySchema.omit({ offset: true }).shape;
const flagQuery = z.enum(["true", "false"]).optional();

export const faceGroupParams = z.object({ groupId: idParam });
export const faceParams = z.object({ faceId: idParam });

/** Faces that seem to belong to one person. */
export const faceGroupSchema = z.object({
  id: z.string(),
  /** What the family calls this person; null until someone has said who it is. */
  name: z.string().nullable(),
  memberId: z.string().nullable(),
  faceCount: z.number(),
  isHidden: z.boolean(),
  /** The face that represents it; null while all its pictures are in the trash. */
  coverFaceId: z.string().nullable(),
});
export type FaceGroupDto = z.infer<typeof faceGroupSchema>;

/** `hidden`: hidden groups instead of the others. `single`: also unnamed people who were seen only once. */
export const peopleQuerySchema = z.object({
  ...cursorQuery,
  hidden: flagQuery,
  single: flagQuery,
});
export type PeopleQuery = z.infer<typeof peopleQuerySchema>;

export const peoplePageSchema = z.object({
  items: z.array(faceGroupSchema),
  pagination: paginationSchema,
  nextCursor: z.string().nullable(),
});
export type PeoplePageDto = z.infer<typeof peoplePageSchema>;

export const groupFacesQuerySchema = z
  .object({
    ...cursorQuery,
    before: cursorSchema().optional(),
    stacks: stacksParameter,
  })
  .refine(({ before, cursor }) => before === undefined || cursor === undefined, {
    error: "Use before or cursor, not both",
    path: ["before"],
  });
export type GroupFacesQuery = z.infer<typeof groupFacesQuerySchema>;

/** The pictures of a group: one entry for each face, so a picture can occur twice. */
export const groupPageSchema = z.object({
  group: faceGroupSchema,
  items: z.array(mediaItemSchema.extend({ faceId: z.string(), mediaId: z.string() })),
  /** `total` counts pictures. */
  pagination: paginationSchema,
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
  /** Pictures of this group on which the person is not tagged yet; 0 while it is unnamed. */
  untaggedCount: z.number(),
});
export type GroupPageDto = z.infer<typeof groupPageSchema>;

export const updateGroupSchema = z
  .object({
    /** The person they belong to; null removes the name. */
    memberId: idSchema.nullable().optional(),
    /** Someone the family has no entry for yet; only for admins, as everywhere. */
    newPersonName: nameSchema(80, "Name is required").optional(),
    isHidden: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "There is nothing to change",
    path: ["memberId"],
  })
  .refine(({ memberId, newPersonName }) => memberId === undefined || newPersonName === undefined, {
    error: "Please choose someone or add a new person, not both",
    path: ["newPersonName"],
  });
export type UpdateGroupInput = z.infer<typeof updateGroupSchema>;

export const mergeGroupSchema = z.object({ intoId: idSchema });
export const moveFaceSchema = z.object({
  /** null for a group of its own. */
  groupId: idSchema.nullable(),
});
export const movedFaceSchema = z.object({ faceId: z.string(), groupId: z.string().nullable() });
export type MovedFaceDto = z.infer<typeof movedFaceSchema>;

const mediaIdsSchema = z
  .array(z.string().max(100), "Please choose the photos")
  .max(batchSize, `At most ${batchSize} photos at once`);

/** Without `mediaIds`: every picture of the group. */
export const tagGroupSchema = z.object({ mediaIds: mediaIdsSchema.optional() });
export const taggedGroupSchema = z.object({ tagged: z.number() });

export const batchSuggestionsQuerySchema = z.object({ mediaIds: mediaIdsSchema });

/** The same for a batch of pictures. */
export const batchSuggestionsSchema = z.object({
  /** Pictures that the worker has not analysed yet; 0 if it isn't supposed to. */
  waiting: z.number(),
  /** Hashtags, those that fit most pictures first. */
  labels: z.array(z.object({ hashtag: z.string(), mediaIds: z.array(z.string()) })),
  /** People in the pictures: unnamed ones to name, named ones to tag on `mediaIds`; the most frequent first. */
  groups: z.array(
    z.object({
      groupId: z.string(),
      name: z.string().nullable(),
      memberId: z.string().nullable(),
      faceId: z.string(),
      mediaIds: z.array(z.string()),
    }),
  ),
});
export type BatchSuggestionsDto = z.infer<typeof batchSuggestionsSchema>;
