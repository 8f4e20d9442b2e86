import { z } from "zod";

export const unsubscribeQuery = z.object({
  token: z.string("This link is incomplete").max(200, "This link is incomplete"),
});

/** The query of the link in a letter that gives a heart. */
export const letterHeartQuery = z.object({
  token: z.string("This link is incomplete").max(300, "This link is incomplete"),
});

/** Someone who can get the weekly letter. */
export const letterReaderSchema = z.object({
  userId: z.string(),
  name: z.string(),
  /** Without a confirmed address there is nowhere to send it. */
  hasAddress: z.boolean(),
  isOn: z.boolean(),
});
export type LetterReaderDto = z.infer<typeof letterReaderSchema>;
export const letterReadersSchema = z.array(letterReaderSchema);
export const setLetterSchema = z.object({ isOn: z.boolean() });
