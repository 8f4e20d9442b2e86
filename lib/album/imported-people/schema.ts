import { z } from "zod";

export const importedPersonSchema = z.object({
  id: z.string(),
  /** As the source calls them. */
  name: z.string(),
  /** Which family member they are. */
  memberId: z.string().nullable(),
  /** What is shown under this name, because nobody with an account is matched to it. */
  hearts: z.number(),
  comments: z.number(),
  /** Photos and videos that they added elsewhere, which belong to the importer until then. */
  uploads: z.number(),
});
export type ImportedPersonDto = z.infer<typeof importedPersonSchema>;

export const matchImportedPersonSchema = z.object({
  memberId: z.uuid("Please choose someone of the family").nullable(),
});
export type MatchImportedPersonInput = z.infer<typeof matchImportedPersonSchema>;
