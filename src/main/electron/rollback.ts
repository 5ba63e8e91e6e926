import type { AppUpdater } from 'electron-updater'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createOutgoing } from '#services/network/outgoing.ts'
import type { UpdateSource } from '#services/updates/feed.ts'
import { revertData } from '#services/updates/formerData.ts'
import { type Former, packageFolder } from '#services/updates/starts.ts'
import { createUpdater } from './adapters/updater.ts'

/**
 * Reinstalls the former version in place of this one, which failed to start, and restores its data. The kept package is
 * served to electron-updater as a feed, so that the publisher's signature is verified. The program then restarts.
 * @param made returns the updater of this system
 * @throws AppError when the package is invalid; this version then continues
 */
export async function installFormer(
  { dataDir, publicKey, former }: { dataDir: string; publicKey: UpdateSource['publicKey']; former: Former },
  made: () => AppUpdater,
): Promise<void> {
  const feed = await serveFolder(packageFolder(dataDir, former.version))
  const { port } = feed.address() as AddressInfo
  try {
    const outgoing = createOutgoing({ env: {}, system: null })
    const source = { url: `http://127.0.0.1:${port}/`, publicKey }
    const updater = createUpdater(made, source, { outgoing, packagesFolder: '', isRollback: true })
    const found = await updater.look('latest', '')
    if (found?.version !== former.version) throw new Error(`the kept package is ${found?.version ?? 'none'}`)
    await updater.download(() => undefined)
    await revertData(dataDir, former)
    updater.install({ restart: true })
  } finally {
    feed.closeAllConnections()
    feed.close()
  }
}

/** null: no valid file address. */
function parseFileName(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url, 'http://folder').pathname.slice(1))
  } catch {
    return null
  }
}

/** Serves the files of a folder, for this computer only, under their own names. */
async function serveFolder(folder: string): Promise<Server> {
  const names = new Set(await readdir(folder))
  const server = createServer((request, response) => {
    const name = parseFileName(request.url ?? '/')
    if (name === null || !names.has(name)) return void response.writeHead(404).end()
    createReadStream(join(folder, name))
      .on('error', () => response.destroy())
      .pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
