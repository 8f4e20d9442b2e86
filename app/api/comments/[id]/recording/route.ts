import { recordingResponse } from "@/lib/album/comments/server/voice-note-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "The recording of a voice note, AAC in MP4, with range requests.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: "file",
  handler: ({ actor, params, request }) => recordingResponse(request, actor, params.id),
});
