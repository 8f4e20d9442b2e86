export const maxAlbumTitleLength = 100;
export const maxAlbumStoryLength = 5_000;
export const maxAlbumContributors = 100;
