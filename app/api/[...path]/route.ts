import { notFound } from "@/lib/http/errors";
import { route } from "@/lib/http/route";

/** Unknown API addresses get JSON, not a page. */
const unknownCall = route({
  summary: "Any other address under /api: 404.",
  access: "public",
  answer: "empty",
  handler: async () => {
    throw notFound();
  },
});

export {
  unknownCall as DELETE,
  unknownCall as GET,
  unknownCall as PATCH,
  unknownCall as POST,
  unknownCall as PUT,
};
