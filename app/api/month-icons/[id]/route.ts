import { monthIconParams } from "@/lib/features/month-icons/schema";
import { deleteMonthIcon } from "@/lib/features/month-icons/service";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Takes a month's icon away.",
  access: "admin",
  params: monthIconParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteMonthIcon(actor, params.id);
    return undefined;
  },
});
