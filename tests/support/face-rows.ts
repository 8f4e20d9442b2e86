import type { MediaItemDto } from "@/lib/album/media/schema";
import type { FaceGroupDto, GroupPageDto, PeoplePageDto } from "@/lib/faces/people/schema";
import type { RecognitionDto } from "@/lib/faces/recognition/schema";

/** A group of faces as returned by GET /api/people; `change` replaces fields. */
export function faceGroupDto(change: Partial<FaceGroupDto> = {}): FaceGroupDto {
  return {
    id: "group-1",
    name: null,
    memberId: null,
    faceCount: 2,
    isHidden: false,
    coverFaceId: "face-1",
    ...change,
  };
}

export function peoplePageDto(items: FaceGroupDto[]): PeoplePageDto {
  return {
    items,
    pagination: { total: items.length, limit: 120, offset: 0, hasMore: false },
    nextCursor: null,
  };
}

/** A group with its pictures, one face in each: the face of item "a" is "face of a". */
export function groupPageDto(
  group: FaceGroupDto,
  items: readonly MediaItemDto[],
  untaggedCount = 0,
): GroupPageDto {
  return {
    group,
    items: items.map((item) => ({ ...item, mediaId: item.id, faceId: `face of ${item.id}` })),
    pagination: { total: items.length, limit: 60, offset: 0, hasMore: false },
    nextCursor: null,
    previousCursor: null,
    untaggedCount,
  };
}

/** What GET /api/recognition returns when everything is on and analysed. */
export function recognitionDto(change: Partial<RecognitionDto> = {}): RecognitionDto {
  return {
    isAvailable: true,
    faces: true,
    labels: true,
    picturesLeft: 0,
    facesCount: 0,
    groupsToName: 0,
    neverRecognized: [],
    ...change,
  };
}
