import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { createHasher } from '#services/hashing/hashThread.ts'
import type { Bench } from '../measure.ts'
import { makeFile, makeSparseFile } from './files.ts'
import { curl, memoryOf, type Peer, simpleUploader, tus } from './peers.ts'
import { type Site, startSite } from './site.ts'

const run = promisify(execFile)
const MB = 1024 * 1024

/** SHA-512 of a 1 GB file in the hashing thread. */
const hashing: Bench = {
  name: 'SHA-512 of 1 GB',
  peer: 'openssl dgst -sha512',
  rounds: 3,
  async prepare() {
    const folder = await mkdtemp(join(tmpdir(), 'sitecraft-bench-'))
    const path = await makeFile(folder, '1g.zip', 1024 * MB)
    const hash = createHasher(1)
    let longest = 0
    return {
      async ours() {
        // A new monitor for each round: a disabled monitor would count the peer's run as a stall.
        const stalls = monitorEventLoopDelay({ resolution: 5 })
        stalls.enable()
        await hash(path, 'sha512')
        stalls.disable()
        longest = Math.max(longest, stalls.max)
      },
      peer: async () => void (await run('openssl', ['dgst', '-sha512', path])),
      async cleanUp() {
        console.log(`  longest stall of this process while it hashed: ${(longest / 1e6).toFixed(0)} ms`)
        await rm(folder, { recursive: true })
      },
    }
  },
}

/** Sends the same files with the upload engine and with another client. */
const sending = (
  name: string,
  peer: string,
  count: number,
  bytes: number,
  start: (site: Site) => Promise<Peer> | Peer,
): Bench => ({
  name,
  peer,
  rounds: 3,
  async prepare() {
    const site = await startSite()
    const other = await start(site)
    const paths: string[] = []
    for (let at = 0; at < count; at++) paths.push(await makeFile(site.folder, `${at}.zip`, bytes))
    return {
      ours: () => site.send(paths),
      peer: () => other.send(paths),
      async cleanUp() {
        await other.close()
        await site.close()
      },
    }
  },
})

export const uploads: Bench[] = [
  hashing,
  sending('upload of 2 GB', 'curl, one multipart body', 1, 2048 * MB, curl),
  sending('upload of 2 GB', 'tus-js-client to @tus/server', 1, 2048 * MB, tus),
  sending('upload of 2 GB', 'simple-uploader.js in Chromium, 8 MB chunks', 1, 2048 * MB, simpleUploader),
  sending('upload of 200 files of 100 kB', 'simple-uploader.js in Chromium', 200, 100_000, simpleUploader),
]

/** Prints the peak memory of both processes above idle while a file of almost 5000 MB is sent. */
export async function uploadMemory(): Promise<void> {
  const site = await startSite()
  const path = await makeSparseFile(site.folder, 'large.zip', 4999 * MB)
  const readMemory = async () => [process.memoryUsage().rss / MB, await memoryOf(site.serverPid)] as const
  await site.send([await makeFile(site.folder, 'warm.zip', 64 * MB)])
  const [idleHost, idleServer] = await readMemory()
  let [host, server] = [idleHost, idleServer]
  let sent = false
  const watch = async (): Promise<void> => {
    while (!sent) {
      const [h, s] = await readMemory()
      host = Math.max(host, h)
      server = Math.max(server, s)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await Promise.all([watch(), site.send([path]).finally(() => (sent = true))])
  const rise = `host ${(host - idleHost).toFixed(0)} MB, server ${(server - idleServer).toFixed(0)} MB`
  console.log(`memory over idle while 4999 MB are sent: ${rise}`)
  await site.close()
}
