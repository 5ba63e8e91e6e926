import type { Site } from '#shared/contract/site.ts'
import { call } from '#renderer/data/client.ts'

/** The site as the server has it now, past the cache: what a conflict is compared with. */
export const loadSite = async (id: number): Promise<Site> => (await call('site.findById', { id })).data
