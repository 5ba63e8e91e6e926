import type { ApiClient } from '#services/types.ts'
import { AppError } from '#shared/errors/index.ts'

/** A template of the template list. */
export interface ListedTemplate {
  id: number
  folder: string
  name: string
}

/** All templates of a server that this account can see; null when it has no permission. */
export type ListTemplates = (client: ApiClient, signal: AbortSignal) => Promise<readonly ListedTemplate[] | null>

/** Uses the documented call 48 with one page: a group has fewer templates. */
export const listTemplates: ListTemplates = async (client, signal) => {
  try {
    const { content, totalElements } = (await client.call('template.list', { page: 1, size: 1000 }, { signal })).data
    // An incomplete list doesn't show what is missing.
    return content.length < totalElements ? null : content
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
