import { queryOptions } from "@tanstack/react-query";
import type { MarkedPersonDto, RecognitionDto } from "@/lib/faces/recognition/schema";
import { apiRequest } from "@/lib/http/api-client";

export const recognitionKey = ["/api/recognition"] as const;

/** How often to fetch the number of pictures left while they are being analysed. */
const pollMs = 5_000;

/** What the family lets the server look for, and its progress; polled until it is done. */
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
