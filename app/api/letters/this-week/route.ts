import { route } from "@/lib/http/route";
import { printLetter } from "@/lib/notify/digest/server/letter-print-service";

export const GET = route({
  summary: "This week's letter as a PDF, to be printed.",
  access: "member",
  answer: "file",
  handler: ({ actor }) => printLetter(actor),
});
