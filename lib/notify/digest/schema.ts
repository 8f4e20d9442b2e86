import { z } from "zod";

export const unsubscribeQuery = z.object({
  token: z.string("This link is incomplete").max(200, "This link is incomplete"),
});
