import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '#services/types.ts'
import type { BaseStore } from '../base/store.ts'
import type { Remote } from '../remote/remote.ts'
import type { ListedTemplate, ListTemplates } from '../templates.ts'

const remembered = z.object({ folder: z.string(), id: z.number() })
const KEY = 'template-id'

/**
 * The template of a workspace: on the server, its folder name may go to another template, and it may get another
 * folder.
 */
export interface TemplateIdentity {
  /**
   * Call it before a full listing is used. AppError not-found if the folder now belongs to another template. Drafts are
   * not listed, so they are not checked.
   */
  requireSameTemplate(client: ApiClient, signal: AbortSignal): Promise<void>
  /** The template under its new folder name; null when unknown. */
  findRenamed(client: ApiClient, signal: AbortSignal): Promise<ListedTemplate | null>
}

export function createTemplateIdentity(
  store: Pick<BaseStore, 'read' | 'write'>,
  folder: string,
  list: ListTemplates,
): TemplateIdentity {
  /** The id belongs to this folder; a workspace that switches between template and draft has another folder. */
  const readKnownId = (): number | null => {
    const last = store.read(KEY, remembered)
    return last?.folder === folder ? last.id : null
  }
  return {
    async requireSameTemplate(client, signal) {
      const there = (await list(client, signal))?.find((each) => each.folder === folder)
      if (!there) return
      const id = readKnownId()
      if (id === null) return store.write(KEY, { folder, id: there.id })
      if (id !== there.id) {
        throw new AppError('not-found', `服务器上的“${folder}”现在是另一个模板“${there.name}”`)
      }
    },
    async findRenamed(client, signal) {
      const id = readKnownId()
      if (id === null) return null
      const found = (await list(client, signal))?.find((each) => each.id === id)
      return found && found.folder !== folder ? found : null
    },
  }
}

/** Wraps a remote so that its full listings are used only if the folder still belongs to the template. */
export function withTemplateCheck(remote: Remote, check: (signal: AbortSignal) => Promise<void>): Remote {
  let checked = false
  return {
    ...remote,
    async list(signal) {
      // A server with a change feed is listed at the start and after a reset of its feed, which may mean that the
      // template was recreated.
      if (!checked || remote.changes) await check(signal)
      checked = true
      return remote.list(signal)
    },
  }
}
