export const maxCommentLength = 2000;
/** Comments on a page. */
export const commentPageSize = 100;
