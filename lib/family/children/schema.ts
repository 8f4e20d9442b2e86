import { z } from "zod";
import { newPasswordSchema, usernameSchema } from "@/lib/account/accounts/schema";
import { birthDateSchema } from "@/lib/family/families/schema";
import { nameSchema } from "@/lib/shared/text";

export const createChildSchema = z.object({
  username: usernameSchema,
  password: newPasswordSchema,
  displayName: nameSchema(80, "Name is required"),
  birthDate: birthDateSchema.refine((date) => date !== null, "Date of birth is required"),
  /** Someone in the family without an account, who gets this one. */
  memberId: z.string().max(100).nullish(),
  /** Never look for the child's face in pictures. */
  neverRecognize: z.boolean("Must be true or false").optional(),
});
export type CreateChildInput = z.output<typeof createChildSchema>;

export const childSchema = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  /** YYYY-MM-DD */
  birthDate: z.string(),
  /** The child's entry among the family's people. */
  memberId: z.string(),
});
export type ChildDto = z.infer<typeof childSchema>;
