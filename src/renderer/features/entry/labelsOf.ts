/** B·§9: the largest page of a label fetch. */
const SIZE = 10_000

/** What `label.page` is asked for by a form, a view and a list: all labels of the site, read once for all of them. */
export const labelsOf = (siteId: number) => ({ page: 1, size: SIZE, key: '', siteId })
