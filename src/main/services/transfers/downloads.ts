import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors/index.ts'
import { writeError } from '../files/writeError.ts'
import type { Dialogs, LocalLinks, Notifier } from '../ports.ts'
import type { ApiClient } from '../types.ts'
import { toSafeName } from './safeNames.ts'

export interface Downloads {
  /**
   * Electron: asks for a target, saves, and returns the path ('' when cancelled). Browser host: returns an address for
   * the page.
   */
  templateFile(path: string, name: string): Promise<{ href: string; savedAs: string }>
  /** A whole template with its settings, as `<name>.zip`. */
  template(id: number, name: string): Promise<{ href: string; savedAs: string }>
  /** An exported site, as `<name>.zip`. */
  siteArchive(of: { siteId: number; jobId: number }, name: string): Promise<{ href: string; savedAs: string }>
  /** The pages of a deployment, as `<name>.zip`. */
  release(deploymentId: number, name: string): Promise<{ href: string; savedAs: string }>
}

export interface DownloadDeps {
  client: () => Promise<ApiClient>
  dialogs: Dialogs
  links: LocalLinks | null
  notifier: Notifier
}

export function createDownloads(deps: DownloadDeps): Downloads {
  return {
    async templateFile(path, name) {
      const client = await deps.client()
      const ask = async () => (await client.call('templateFile.download', { path, downloadFileName: name })).data
      return deliverFile(deps, { name, client, ask })
    },
    async template(id, name) {
      const client = await deps.client()
      const ask = async () => (await client.call('templateFile.exportZip', { id })).data
      return deliverFile(deps, { name: `${name}.zip`, client, ask })
    },
    async siteArchive(of, name) {
      const client = await deps.client()
      const ask = async () => (await client.call('siteArchive.download', of)).data
      return deliverFile(deps, { name: `${name}.zip`, client, ask })
    },
    async release(id, name) {
      const client = await deps.client()
      const ask = async () => (await client.call('publishTarget.download', { id })).data
      return deliverFile(deps, { name: `${name}.zip`, client, ask })
    },
  }
}

/** The server may keep files on another server. */
const ANY_SERVER = { allowsOtherServers: true }

/** Saves the file whose address `ask` returns: with a desktop dialog, or as a link for the browser. */
export async function deliverFile(
  deps: Omit<DownloadDeps, 'client'>,
  { client, ask, ...wanted }: { name: string; client: ApiClient; ask: () => Promise<string> },
): Promise<{ href: string; savedAs: string }> {
  const name = toSafeName(wanted.name)
  if (deps.links) {
    // The address is requested now, so that a missing file is reported by this call and not by the browser.
    const address = await ask()
    return { href: deps.links.publish({ name, open: () => client.open(address, ANY_SERVER) }), savedAs: '' }
  }
  const target = await deps.dialogs.chooseSaveFile(name)
  if (target === null) return { href: '', savedAs: '' }
  await save(await client.open(await ask(), ANY_SERVER), target, deps.notifier)
  return { href: '', savedAs: target }
}

type Remote = Awaited<ReturnType<ApiClient['open']>>

/**
 * Streams into a temporary file beside the target and renames it, so that an aborted download leaves no partial file.
 */
async function save(remote: Remote, target: string, notifier: Notifier): Promise<void> {
  const partial = `${target}.${randomBytes(4).toString('hex')}.part`
  let received = 0
  remote.stream.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (remote.size) notifier.progress(received / remote.size)
  })
  try {
    await pipeline(remote.stream, createWriteStream(partial, { flags: 'wx', flush: true }))
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true })
    throw saveError(error, target)
  } finally {
    notifier.progress(null)
  }
}

function saveError(error: unknown, target: string): AppError {
  if (error instanceof AppError) return error
  return writeError(error, target) ?? new AppError('no-response', '下载中断，请检查网络后重试', { cause: error })
}
