import type { Site } from '#shared/contract/site.ts'
import { call } from '#renderer/data/client.ts'

/** The site as it is on the server now, past the cache: for comparing in a conflict. */
export const loadSite = async (id: number): Promise<Site> => (await call('site.findById', { id })).data
