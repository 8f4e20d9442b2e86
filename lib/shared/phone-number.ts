import { z } from "zod";
import { lineSchema } from "@/lib/shared/text";

/**
 * A phone number as one string: digits, with a plus sign if it is international. Spaces, dots, dashes and brackets are
 * common in writing, and are removed.
 */
export const phoneNumberSchema = (required: string) =>
  lineSchema(40, required)
    .transform((text) => text.replace(/[\s().\-/]/g, "").replace(/^00/, "+"))
    .pipe(z.string().regex(/^\+?\d{5,15}$/, "Please enter a valid phone number"));
