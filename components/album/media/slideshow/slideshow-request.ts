let requestedId: string | null = null;

/** The viewer begins with a slideshow when it opens this item. */
export function requestSlideshow(id: string): void {
  requestedId = id;
}

/** Called while rendering, which can happen more than once, so the request stays until it is cleared. */
export const isSlideshowRequested = (id: string): boolean => requestedId === id;

export function forgetSlideshowRequest(): void {
  requestedId = null;
}
