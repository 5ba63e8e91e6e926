import type { Site } from '#shared/contract/site.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { SiteRow } from './repo.ts'

/** A site as it leaves the server (A·§3); the border drops what the contract doesn't name. */
export const presentSite = ({ createTime, isStatus, grayscale, ...row }: SiteRow): Site => ({
  ...row,
  isStatus: isStatus === 1,
  grayscale: grayscale === 1,
  createDate: formatDateTime(createTime),
})
