import { queryOptions } from "@tanstack/react-query";
import type { MarkedPersonDto, RecognitionDto } from "@/lib/faces/recognition/schema";
import { apiRequest } from "@/lib/http/api-client";

export const recognitionKey = ["/api/recognition"] as const;

/** While pictures are looked at, the number of those left is asked for this often. */
const pollMs = 5_000;

/** What the family lets the server look for, and how far it is; asked again and again until it is through. */
export const recognitionOptions = () =>
  queryOptions<RecognitionDto | null>({
    queryKey: recognitionKey,
    staleTime: 0,
    refetchOnMount: true,
    refetchInterval: ({ state }) => (state.data && state.data.picturesLeft > 0 ? pollMs : false),
  });

export function updateRecognition(change: { faces?: boolean; labels?: boolean }): Promise<RecognitionDto> {
  return apiRequest("PUT", "/api/recognition", change);
}

export function neverRecognizePerson(memberId: string, neverRecognize: boolean): Promise<MarkedPersonDto> {
  return apiRequest("PUT", `/api/recognition/people/${memberId}`, { neverRecognize });
}
