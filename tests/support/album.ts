import type { AlbumDetailDto, AlbumPageDto } from "@/lib/album/albums/schema";

/** An album as returned by the server; `change` replaces fields. */
export function albumDto(change: Partial<AlbumDetailDto> = {}): AlbumDetailDto {
  return {
    id: "album-1",
    title: "Summer at the sea",
    story: "",
    order: "date",
    adders: "adults",
    itemCount: 2,
    cover: null,
    hasChosenCover: false,
    firstMonth: { year: 2024, month: 6 },
    lastMonth: { year: 2024, month: 8 },
    createdBy: { id: "01900000-0000-7000-8000-000000000001", name: "Ada" },
    createdAt: "2024-09-01T10:00:00.000Z",
    activeAt: "2024-09-01T10:00:00.000Z",
    mayEdit: true,
    mayAdd: true,
    contributors: [],
    ...change,
  };
}

export const albumPageDto = (items: AlbumDetailDto[]): AlbumPageDto => ({
  items,
  pagination: { total: items.length, limit: 24, offset: 0, hasMore: false },
  nextCursor: null,
});
