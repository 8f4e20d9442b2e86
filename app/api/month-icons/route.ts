import { monthIconSchema, setMonthIconSchema } from "@/lib/album/month-icons/schema";
import { setMonthIcon } from "@/lib/album/month-icons/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Sets a month's icon, replacing the one it had.",
  access: "admin",
  body: setMonthIconSchema,
  answer: monthIconSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => setMonthIcon(actor, body),
});
