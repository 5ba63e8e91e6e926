import type { Attachment } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '../types.ts'
import type { Folders } from './folders.ts'
import type { UploadRecord } from './record.ts'
import { kindOf } from './target.ts'

/** The server does not know the upload any more: it is to be sent again. */
export class UploadForgotten extends Error {}

/**
 * Makes the sent bytes what they are to become (upload-protocol.md P16): an attachment of the library, a file of a
 * template, or for an import the bytes as they are. Answers the attachment; null for a template's file.
 */
export async function register(
  client: ApiClient,
  folders: Folders,
  record: UploadRecord,
  sent: Attachment,
  signal: AbortSignal,
): Promise<Attachment | null> {
  const { target, name } = record
  const { accessPath } = sent
  try {
    if (target.to === 'call') return sent
    if (target.to === 'library') {
      const found = record.registering ? await registered(client, record, sent, signal) : null
      if (found) return found
      return (await client.call('upload.register', { realName: name, accessPath }, { signal })).data
    }
    const path = await folders.ensure(client, target.path, record.relativePath, signal)
    await client.call('templateFile.upload', { path, realName: name, accessPath }, { signal })
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error
    // The first try may have come through without its answer: a template's upload can be taken once only.
    if (record.registering && target.to === 'template' && (await isThere(client, record, signal))) return null
    folders.forget(client)
    if (!(await stillSent(client, sent, signal))) throw new UploadForgotten('not there any more', { cause: error })
    throw error
  }
}

/** The first try may have come through without its answer; who can't be asked for it is simply told again. */
async function registered(
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

/** Was it the upload that was not found, or the folder? */
async function stillSent(client: ApiClient, { accessPath }: Attachment, signal: AbortSignal): Promise<boolean> {
  try {
    const { stream } = await client.open(accessPath, { signal, anywhere: true })
    stream.destroy()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return false
    throw error
  }
}
