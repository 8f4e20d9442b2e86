import { deleteMonthIcon } from "@/lib/album/month-icons/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Removes a month's icon.",
  access: "admin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteMonthIcon(actor, params.id);
    return undefined;
  },
});
