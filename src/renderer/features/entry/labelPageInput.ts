/** B·§9: the largest page of a label fetch. */
const SIZE = 10_000

/** Input of `label.page` for forms, views and lists: all labels of the site, so that one read serves all of them. */
export const labelPageInput = (siteId: number) => ({ page: 1, size: SIZE, key: '', siteId })
