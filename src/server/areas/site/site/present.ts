import type { Site } from '#shared/contract/site.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { SiteRow } from './repo.ts'

/** Converts a site for the client (A·§3); the HTTP layer drops properties that the contract does not name. */
export const presentSite = ({ createTime, isStatus, grayscale, ...row }: SiteRow): Site => ({
  ...row,
  isStatus: isStatus === 1,
  grayscale: grayscale === 1,
  createDate: formatDateTime(createTime),
})
