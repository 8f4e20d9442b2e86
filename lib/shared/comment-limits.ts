export const maxCommentLength = 2000;
/** Comments that a page of them holds. */
export const commentPageSize = 100;
