import { z } from "zod";
import { batchIdsSchema } from "@/lib/album/batch/schema";
import { mediaItemSchema } from "@/lib/album/media/schema";
import { maxAlbumContributors, maxAlbumStoryLength, maxAlbumTitleLength } from "@/lib/shared/album-limits";
import { pageQuerySchema, paginationSchema } from "@/lib/shared/pagination";
import { lineSchema, textSchema } from "@/lib/shared/text";

/** By date, oldest first, or arranged by hand. */
export const albumOrders = ["date", "hand"] as const;
/** Who can add, besides its creator and the admins: all adults, or only the contributors. */
export const albumAdders = ["adults", "chosen"] as const;

const idSchema = z.string().max(100);
const contributorIdsSchema = z
  .array(idSchema, "Please choose people")
  .max(maxAlbumContributors, `At most ${maxAlbumContributors} people can be chosen`);

const fields = {
  title: lineSchema(maxAlbumTitleLength, "Please give the album a title"),
  /** Plain text, possibly of several lines. */
  story: textSchema(maxAlbumStoryLength).trim(),
  order: z.enum(albumOrders, "Choose date or hand"),
  adders: z.enum(albumAdders, "Choose adults or chosen"),
  /** Accounts in the family; replaces the whole set. */
  contributorIds: contributorIdsSchema,
};

export const createAlbumSchema = z.object({
  title: fields.title,
  story: fields.story.default(""),
  order: fields.order.default("date"),
  adders: fields.adders.default("adults"),
  contributorIds: fields.contributorIds.default([]),
});
export type CreateAlbumInput = z.infer<typeof createAlbumSchema>;

export const updateAlbumSchema = z
  .object({
    ...fields,
    /** One of its items; null: its first one. */
    coverId: idSchema.nullable(),
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "There is nothing to change",
    path: ["title"],
  });
export type UpdateAlbumInput = z.infer<typeof updateAlbumSchema>;

export const albumItemsSchema = z.object({ mediaIds: batchIdsSchema });

export const arrangeAlbumSchema = albumItemsSchema
  .extend({
    /** The item to insert them before; null: the end. */
    beforeId: idSchema.toLowerCase().nullable(),
  })
  .refine(({ mediaIds, beforeId }) => beforeId === null || !mediaIds.includes(beforeId), {
    error: "An item can't come before itself",
    path: ["beforeId"],
  });
export type ArrangeAlbumInput = z.infer<typeof arrangeAlbumSchema>;

export const albumsQuerySchema = z.object({
  ...pageQuerySchema.omit({ offset: true }).shape,
  /** Words of the title or the story. */
  q: textSchema(200).optional(),
  /** Only albums that contain this item. */
  mediaId: idSchema.optional(),
});
export type AlbumsQuery = z.infer<typeof albumsQuerySchema>;

/** Month 0: only the year is known. */
const spanMonthSchema = z.object({ year: z.number(), month: z.number() });
const personSchema = z.object({ id: z.string(), name: z.string() });

export const albumSchema = z.object({
  id: z.string(),
  title: z.string(),
  story: z.string(),
  order: z.enum(albumOrders),
  adders: z.enum(albumAdders),
  itemCount: z.number(),
  /** The chosen item, or else the first; null for an empty album. */
  cover: mediaItemSchema.nullable(),
  hasChosenCover: z.boolean(),
  /** The months of its oldest and newest item. */
  firstMonth: spanMonthSchema.nullable(),
  lastMonth: spanMonthSchema.nullable(),
  /** null once the account is gone. */
  createdBy: personSchema.nullable(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** When something was last added. */
  activeAt: z.string(),
  /** Whether the person asking can edit and delete it. */
  mayEdit: z.boolean(),
  /** Whether they can add to it and arrange it. */
  mayAdd: z.boolean(),
});
export type AlbumDto = z.infer<typeof albumSchema>;

export const albumDetailSchema = albumSchema.extend({ contributors: z.array(personSchema) });
export type AlbumDetailDto = z.infer<typeof albumDetailSchema>;

export const albumPageSchema = z.object({
  items: z.array(albumSchema),
  pagination: paginationSchema,
  nextCursor: z.string().nullable(),
});
export type AlbumPageDto = z.infer<typeof albumPageSchema>;
