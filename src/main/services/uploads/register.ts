import type { Attachment } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '../types.ts'
import type { UploadRecord } from './record.ts'
import { kindOf } from './target.ts'

/** Thrown when the server no longer has the upload: the file must be sent again. */
export class UploadLostError extends Error {}

/**
 * Completes a sent upload (upload-protocol.md P16): registers it in the library or moves it into a template; an import
 * needs only the bytes.
 * @returns the attachment; null for a template file
 * @throws UploadLostError, and the AppErrors of the calls
 */
export async function register(
  client: ApiClient,
  folders: TemplateFolders,
  record: UploadRecord,
  sent: Attachment,
  signal: AbortSignal,
): Promise<Attachment | null> {
  const { target, name } = record
  const { accessPath } = sent
  try {
    if (target.to === 'call') return sent
    if (target.to === 'library') {
      const found = record.registering ? await findRegistered(client, record, sent, signal) : null
      if (found) return found
      return (await client.call('upload.register', { realName: name, accessPath }, { signal })).data
    }
    const path = await folders.ensure(client, target.path, record.relativePath, signal)
    await client.call('templateFile.upload', { path, realName: name, accessPath }, { signal })
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error
    // The first call may have succeeded without a response: an upload can be moved into a template only once.
    if (record.registering && target.to === 'template' && (await isThere(client, record, signal))) return null
    folders.invalidate(client)
    if (!(await isStillOnServer(client, sent, signal)))
      throw new UploadLostError('not there any more', { cause: error })
    throw error
  }
}

/**
 * Finds the attachment of an earlier attempt whose response was lost; null when there is none or the server can't list
 * it.
 */
async function findRegistered(
  client: ApiClient,
  { name, target }: UploadRecord,
  { id, accessPath }: Attachment,
  signal: AbortSignal,
): Promise<Attachment | null> {
  const materialType = kindOf(target)
  try {
    const { data } = await client.call('attachment.page', { materialType, key: name, page: 1, size: 50 }, { signal })
    return data.content.find((item) => item.id === id && item.accessPath === accessPath) ?? null
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable || error.code === 'unauthorized') throw error
    return null
  }
}

async function isThere(client: ApiClient, record: UploadRecord, signal: AbortSignal): Promise<boolean> {
  if (record.target.to !== 'template') return false
  const path = [record.target.path, ...record.relativePath.split('/').slice(0, -1)].join('/')
  const { data } = await client.call('templateFile.list', { path }, { signal })
  return data.some((entry) => entry.file && entry.name === record.name && entry.size === record.size)
}

/** After `not-found`: whether the upload is still on the server, so that the target folder is what is missing. */
async function isStillOnServer(client: ApiClient, { accessPath }: Attachment, signal: AbortSignal): Promise<boolean> {
  try {
    const { stream } = await client.open(accessPath, { signal, allowsOtherServers: true })
    stream.destroy()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return false
    throw error
  }
}

/** Creates the folders of a dropped folder inside a template, each once. */
export interface TemplateFolders {
  /** Returns the template folder for the file of this relative path, and creates it if necessary. */
  ensure(client: ApiClient, base: string, relativePath: string, signal: AbortSignal): Promise<string>
  /** Discards the cached folders, which may have been removed meanwhile. */
  invalidate(client: ApiClient): void
}

export function createTemplateFolders(): TemplateFolders {
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
    invalidate: (client) => void known.delete(client),
  }
}

/** Creates a folder unless it exists. */
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
