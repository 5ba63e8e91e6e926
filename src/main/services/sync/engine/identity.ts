import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '#services/types.ts'
import type { BaseStore } from '../base/store.ts'
import type { Remote } from '../remote/port.ts'
import type { ListedTemplate, ListTemplates } from '../templates.ts'

const remembered = z.object({ folder: z.string(), id: z.number() })
const KEY = 'template-id'

/** Which template a workspace is about: on the server another one can get the same folder, and this one another folder. */
export interface Identity {
  /**
   * Before a whole listing is believed: AppError not-found when the folder is another template's by now. A draft is in no
   * list, so nothing is said of it.
   */
  check(client: ApiClient, signal: AbortSignal): Promise<void>
  /** The template under its new folder; null when it is not there or that can't be told. */
  renamed(client: ApiClient, signal: AbortSignal): Promise<ListedTemplate | null>
}

export function createIdentity(
  store: Pick<BaseStore, 'read' | 'write'>,
  folder: string,
  list: ListTemplates,
): Identity {
  /** Of this folder: a workspace that is turned to a draft, or back, is about another one. */
  const known = (): number | null => {
    const last = store.read(KEY, remembered)
    return last?.folder === folder ? last.id : null
  }
  return {
    async check(client, signal) {
      const there = (await list(client, signal))?.find((each) => each.folder === folder)
      if (!there) return
      const id = known()
      if (id === null) return store.write(KEY, { folder, id: there.id })
      if (id !== there.id) {
        throw new AppError('not-found', `服务器上的“${folder}”现在是另一个模板“${there.name}”`)
      }
    },
    async renamed(client, signal) {
      const id = known()
      if (id === null) return null
      const found = (await list(client, signal))?.find((each) => each.id === id)
      return found && found.folder !== folder ? found : null
    },
  }
}

/** A remote whose whole listings are believed only of the right template. */
export function ofTemplate(remote: Remote, check: (signal: AbortSignal) => Promise<void>): Remote {
  let checked = false
  return {
    ...remote,
    async list(signal) {
      // A server that tells changes is listed at the start, and when it forgot what it had told: after a template was made anew.
      if (!checked || remote.changes) await check(signal)
      checked = true
      return remote.list(signal)
    },
  }
}
