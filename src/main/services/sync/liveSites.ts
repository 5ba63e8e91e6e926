import type { ApiClient } from '#services/types.ts'
import { AppError } from '#shared/errors/index.ts'

/** Returns the titles of the enabled sites that use a template (S41). */
export type FindLiveSites = (client: ApiClient, folder: string, signal: AbortSignal) => Promise<readonly string[]>

/** Returns the title of the only site that a template is bound to; '' when there is none or more than one. */
export type FindSite = (client: ApiClient, folder: string, signal: AbortSignal) => Promise<string>

/** Uses the documented call 64. */
export const findSite: FindSite = async (client, folder, signal) => {
  try {
    const templates = (await client.call('templateSite.page', ALL_ROWS, { signal })).data.content
    const [title = '', ...others] = templates.find((each) => each.folder === folder)?.relationSiteTitles ?? []
    return others.length === 0 ? title : ''
  } catch (error) {
    // A folder can be proposed without the title.
    if (error instanceof AppError) return ''
    throw error
  }
}

/** Everything in one page: a group has fewer sites and templates. */
const ALL_ROWS = { page: 1, size: 1000 }
/** The account lacks the permission, or the server lacks the call: the sites are unknown. */
const UNKNOWN_CODES: readonly string[] = [
  'forbidden',
  'not-found',
  'bad-answer',
  'rejected',
  'invalid',
  'unsupported',
  'internal',
]

/** Uses the documented calls 64 and 15: sites bound to the template, and sites that select it in their settings. */
export const findLiveSites: FindLiveSites = async (client, folder, signal) => {
  try {
    const templates = (await client.call('templateSite.page', ALL_ROWS, { signal })).data.content
    const template = templates.find((each) => each.folder === folder)
    if (!template) return []
    const sites = (await client.call('site.page', ALL_ROWS, { signal })).data.content
    const uses = new Set(template.relationSiteIds)
    return sites
      .filter(({ id, isStatus, templateId }) => isStatus && (uses.has(id) || templateId === template.id))
      .map(({ title }) => title)
  } catch (error) {
    if (error instanceof AppError && UNKNOWN_CODES.includes(error.code)) return []
    throw error
  }
}
