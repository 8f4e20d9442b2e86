import { monthIconParams } from "@/lib/features/month-icons/schema";
import { deleteMonthIcon } from "@/lib/features/month-icons/service";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Removes a month's icon.",
  access: "admin",
  params: monthIconParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteMonthIcon(actor, params.id);
    return undefined;
  },
});
