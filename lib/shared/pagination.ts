import { z } from "zod";

/** @param error the message for anything but a number */
export const limitSchema = (max = 200, error?: string) => z.coerce.number(error).int().min(1).max(max);
export const offsetSchema = (max = 10_000_000, error?: string) =>
  z.coerce.number(error).int().min(0).max(max);
export const cursorSchema = (error?: string) => z.string().max(200, error);

/** The next page is requested by cursor, which stays correct while others upload, or by offset. */
export const pageQuerySchema = z.object({
  limit: limitSchema().optional(),
  offset: offsetSchema().optional(),
  cursor: cursorSchema().optional(),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

export const paginationSchema = z.object({
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  hasMore: z.boolean(),
});
export type PaginationDto = z.infer<typeof paginationSchema>;
