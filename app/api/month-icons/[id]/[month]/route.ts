import { z } from "zod";
import { monthIconSchema, monthIconsOfMonthParams } from "@/lib/album/month-icons/schema";
import { listMonthIcons } from "@/lib/album/month-icons/server/service";
import { route } from "@/lib/http/route";

// /api/month-icons/{year}/{month}: Next requires one name for this path segment, and DELETE has the id there.
export const GET = route({
  summary: "The icon of a month: none or one.",
  access: "member",
  keyScope: "read",
  params: monthIconsOfMonthParams,
  answer: z.array(monthIconSchema),
  handler: ({ actor, params }) => listMonthIcons(actor, params.id, params.month),
});
