import { z } from "zod";
import { mediaItemSchema } from "@/lib/album/media/schema";
import { idParam } from "@/lib/shared/id-params";
import { cursorSchema, pageQuerySchema, paginationSchema } from "@/lib/shared/pagination";
import { batchSize } from "@/lib/shared/sorter-batch-size";
import { nameSchema } from "@/lib/shared/text";

const idSchema = z.string().max(100);
const cursorQuery = pageQuerySchema.omit({ offset: true }).shape;
const flagQuery = z.enum(["true", "false"]).optional();

export const faceGroupParams = z.object({ groupId: idParam });
export const faceParams = z.object({ faceId: idParam });

/** Faces that look like one person's. */
export const faceGroupSchema = z.object({
  id: z.string(),
  /** What the family calls this person; null until somebody said who it is. */
  name: z.string().nullable(),
  memberId: z.string().nullable(),
  faceCount: z.number(),
  isHidden: z.boolean(),
  /** The face to show for it; null while all its pictures are in the trash. */
  coverFaceId: z.string().nullable(),
});
export type FaceGroupDto = z.infer<typeof faceGroupSchema>;

/** `hidden`: those instead of the others. `single`: also whom nobody named and who was seen once. */
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
  })
  .refine(({ before, cursor }) => before === undefined || cursor === undefined, {
    error: "Use either before or cursor",
    path: ["before"],
  });
export type GroupFacesQuery = z.infer<typeof groupFacesQuerySchema>;

/** The pictures of a group: one entry for each face, so a picture may stand there twice. */
export const groupPageSchema = z.object({
  group: faceGroupSchema,
  items: z.array(mediaItemSchema.extend({ faceId: z.string(), mediaId: z.string() })),
  /** `total` counts pictures. */
  pagination: paginationSchema,
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
  /** Pictures of this group on which the person is not tagged yet; 0 while it has no name. */
  untaggedCount: z.number(),
});
export type GroupPageDto = z.infer<typeof groupPageSchema>;

export const updateGroupSchema = z
  .object({
    /** Whose faces they are; null takes the name away. */
    memberId: idSchema.nullable().optional(),
    /** Somebody whom the family has no entry for yet; admins only, as everywhere. */
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
  /** null: a group of its own. */
  groupId: idSchema.nullable(),
});
export const movedFaceSchema = z.object({ faceId: z.string(), groupId: z.string().nullable() });
export type MovedFaceDto = z.infer<typeof movedFaceSchema>;

const mediaIdsSchema = z
  .array(z.string().max(100), "Please name the photos")
  .max(batchSize, `Name at most ${batchSize} photos`);

/** Without `mediaIds`: every picture of the group. */
export const tagGroupSchema = z.object({ mediaIds: mediaIdsSchema.optional() });
export const taggedGroupSchema = z.object({ tagged: z.number() });

export const heapQuerySchema = z.object({ mediaIds: mediaIdsSchema });

/** The same for a heap of pictures. */
export const heapSuggestionsSchema = z.object({
  /** Pictures that the worker has not looked at yet; 0 where it is not to look. */
  waiting: z.number(),
  /** The hashtag that fits most pictures first. */
  labels: z.array(z.object({ hashtag: z.string(), mediaIds: z.array(z.string()) })),
  /** Whom the pictures show: unnamed ones to be named, named ones to be tagged on `mediaIds`; the most seen first. */
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
export type HeapSuggestionsDto = z.infer<typeof heapSuggestionsSchema>;
