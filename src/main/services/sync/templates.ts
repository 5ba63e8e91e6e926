import type { ApiClient } from '#services/types.ts'
import { AppError } from '#shared/errors/index.ts'

/** A template as the list of templates shows it. */
export interface ListedTemplate {
  id: number
  folder: string
  name: string
}

/** All templates of a server that this account sees; null when it may not ask. */
export type ListTemplates = (client: ApiClient, signal: AbortSignal) => Promise<readonly ListedTemplate[] | null>

/** By the documented call 48, in one answer: a group has fewer templates. */
export const listTemplates: ListTemplates = async (client, signal) => {
  try {
    const { content, totalElements } = (await client.call('template.list', { page: 1, size: 1000 }, { signal })).data
    // Of a part nothing can be said about what is missing.
    return content.length < totalElements ? null : content
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
