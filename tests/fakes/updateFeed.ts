import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureOf } from '#services/updates/feed.ts'

const keys = generateKeyPairSync('ed25519')

export interface Release {
  version: string
  bytes?: Buffer
  channel?: string
  percent?: number
  by?: KeyObject
  /** Of the computers that the package is for. */
  arch?: string
}

/** A folder of updates as `npm run release` fills it, served over plain HTTP. */
export interface UpdateFeed {
  /** Base URL, with a closing slash. */
  url: string
  publicKey: string
  /** By path. */
  files: Map<string, Buffer>
  server: Server
  publish(release: Release): { name: string; bytes: Buffer; yml: string }
  /** Nobody answers any more. */
  stop(): Promise<void>
  /** Answers again, where it did. */
  goOn(): Promise<void>
}

export async function startUpdateFeed(): Promise<UpdateFeed> {
  const files = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const body = files.get(new URL(request.url ?? '', 'http://feed').pathname)
    response.writeHead(body ? 200 : 404)
    response.end(body ?? 'no such file')
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/feed/`,
    publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    files,
    server,
    publish({
      version,
      bytes = randomBytes(200_000),
      channel = 'latest',
      percent,
      by = keys.privateKey,
      arch = process.arch,
    }) {
      const name = `sitecraft-${version}-linux-${arch}.AppImage`
      const sha512 = createHash('sha512').update(bytes).digest('base64')
      const text =
        `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${bytes.length}\n` +
        `path: ${name}\nsha512: ${sha512}\nreleaseNotes: 修好了两处错误\nreleaseDate: '2026-11-23T00:00:00.000Z'\n` +
        (percent === undefined ? '' : `stagingPercentage: ${percent}\n`)
      const suffix = process.arch === 'x64' ? '-linux' : `-linux-${process.arch}`
      for (const of of ['', `-${version}`]) {
        files.set(`/feed/${channel}${suffix}${of}.yml`, Buffer.from(text))
        files.set(`/feed/${channel}${suffix}${of}.yml.sig`, Buffer.from(signatureOf(text, by)))
      }
      files.set(`/feed/${name}`, bytes)
      return { name, bytes, yml: `/feed/${channel}${suffix}.yml` }
    },
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.closeAllConnections()
      server.close()
      await closed
    },
    goOn: () => listen(port),
  }
}
