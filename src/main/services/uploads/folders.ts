import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '../types.ts'

/** Makes the folders of a dropped folder in a template, each once. */
export interface Folders {
  /** Answers the template folder in which the file of this relative path belongs; it is there then. */
  ensure(client: ApiClient, base: string, relativePath: string, signal: AbortSignal): Promise<string>
  /** They may have been removed meanwhile. */
  forget(client: ApiClient): void
}

export function createFolders(): Folders {
  const known = new WeakMap<ApiClient, Map<string, Promise<void>>>()
  return {
    async ensure(client, base, relativePath, signal) {
      const made = known.get(client) ?? new Map<string, Promise<void>>()
      known.set(client, made)
      let path = base
      for (const name of relativePath.split('/').slice(0, -1)) {
        const parent = path
        path = `${parent}/${name}`
        const key = path
        const making = made.get(key) ?? makeFolder(client, parent, name, signal)
        made.set(key, making)
        await making.catch((error: unknown) => {
          made.delete(key)
          throw error
        })
      }
      return path
    },
    forget: (client) => void known.delete(client),
  }
}

/** One that is there already is fine. */
async function makeFolder(client: ApiClient, path: string, folderName: string, signal: AbortSignal): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await client.call('templateFile.list', { path }, { signal })).data.some(
      ({ name, folder }) => folder && name === folderName,
    )
  if (await isThere()) return
  try {
    await client.call('templateFile.newFolder', { path, folderName }, { signal })
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable || !(await isThere())) throw error
  }
}
