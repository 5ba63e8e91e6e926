import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { createExport } from '#server/areas/content/siteArchive/archiveFiles.ts'
import { getThumb } from '#server/areas/upload/store/thumbs.ts'
import { backup } from '#server/backup/backup.ts'
import { restore } from '#server/backup/restore.ts'
import { copyBeforeUpgrade } from '#server/db/migration/copyBeforeUpgrade.ts'
import { readMigrationState } from '#server/db/migration/migrate.ts'
import { copyArchives } from '#server/process/move/archives.ts'
import { sharp } from '#server/sharp.ts'
import { expiringTempPath, storeExpiringFile } from '#server/storage/expiringFiles.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { storesOf } from '#server/storage/stores.ts'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { type DurableWrite, textsIn } from './durableWrite.ts'

let server: Promise<TestServer> | undefined
const running = (): Promise<TestServer> => (server ??= startTestServer())
export const closeRunning = async (): Promise<void> => (await server)?.close()

const below = (left: Record<string, string>, folder: string): string[] =>
  Object.entries(left).flatMap(([path, text]) => (path.startsWith(`${folder}/`) ? [text] : []))

/** What a running server writes. */
export const RUNNING_WRITES: readonly DurableWrite[] = [
  {
    module: 'src/server/areas/upload/chunks/parts.ts',
    shows: 'a chunk that was acknowledged is there',
    async run(_root, watch) {
      const { deps, as } = await running()
      const content = Buffer.from('0123456789'.repeat(300))
      const file = new ChunkedFile(await as('admin'), { name: 'a.zip', content, chunkSize: 1000, identifier: 'chunks' })
      const disk = await watch(deps.dataDir)
      for (const number of [2, 1]) {
        expect(await file.send(number)).toMatchObject({ code: 200 })
        const there = below(disk.left(), 'uploads').filter((text) => text.includes('0123456789'))
        expect(there).toHaveLength(1)
        expect(there[0]?.slice((number - 1) * 1000, number * 1000)).toBe(file.bytes(number).toString())
      }
    },
  },
  {
    module: 'src/server/areas/upload/store/thumbs.ts',
    shows: 'a small picture is never cut short',
    async run(_root, watch) {
      const { deps } = await running()
      const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#28c' } })
        .png()
        .toBuffer()
      const { blobs } = await storesOf(deps)
      await blobs.store(await blobs.receive(Readable.from([picture]), { sha256: false }), '2026/11/picture.png')
      const disk = await watch(deps.dataDir)
      await getThumb(deps, '2026/11/picture.png')
      expect(disk.left('all')['uploads/thumbs/picture.png.webp']).not.toBe('')
    },
  },
  {
    module: 'src/server/storage/archives.ts',
    shows: 'an archive is there when its job says so',
    async run(_root, watch) {
      const { deps } = await running()
      const made = await createExport(deps, 901)
      await writeFile(made.part, 'zip')
      const disk = await watch(deps.dataDir)
      await made.send()
      expect(textsIn(disk.left(), 'uploads/kept/archives')).toEqual(['zip'])
    },
  },
  {
    module: 'src/server/storage/expiringFiles.ts',
    shows: 'a sheet is there when its job says so',
    async run(_root, watch) {
      const { deps } = await running()
      const temp = await expiringTempPath(deps, 'sheets', 'a')
      const disk = await watch(deps.dataDir)
      await writeFile(temp, 'sheet')
      await storeExpiringFile(deps, 'sheets', 'a', temp, new Date())
      expect(disk.left()['uploads/kept/sheets/a']).toBe('sheet')
    },
  },
  {
    module: 'src/server/storage/local/blobs.ts',
    shows: 'an archive that was moved here is there',
    async run(root, watch) {
      const { deps } = await running()
      const made = await createExport(deps, 903)
      await writeFile(made.part, 'zip')
      await made.send()
      const target = openLocalBlobStore(join(root, 'uploads'))
      const disk = await watch()
      const site = { db: deps.db, databaseUrl: undefined, s3: null }
      const { blobs } = await storesOf(deps)
      await copyArchives({ ...site, blobs, dataDir: deps.dataDir }, { ...site, blobs: target, dataDir: root })
      await made.discard()
      expect(textsIn(disk.left(), 'uploads/kept/archives')).toContain('zip')
    },
  },
  {
    module: 'src/server/db/moveFlushed.ts',
    shows: 'the database is copied before an upgrade changes it',
    async run(root, watch) {
      const { deps } = await running()
      await writeFile(join(root, 'sitecraft.db'), '')
      const disk = await watch()
      await copyBeforeUpgrade(deps.db, root, await readMigrationState(deps.db))
      expect(below(disk.left(), 'before-upgrade').map((text) => text.slice(0, 15))).toEqual(['SQLite format 3'])
    },
  },
  {
    module: 'src/server/backup/restore.ts',
    shows: 'what was restored is there, the database last',
    async run(root, watch) {
      const { deps } = await running()
      await writeFile(join(deps.dataDir, 'uploads/restored'), 'bytes')
      await backup({ dataDir: deps.dataDir, s3: null, db: deps.db }, join(root, 'backup'))
      const disk = await watch()
      let before: Record<string, string> = {}
      disk.onRename = (from) => {
        if (from.endsWith('sitecraft.db')) before = disk.left()
      }
      await restore({ dataDir: join(root, 'to') }, join(root, 'backup'), () => () => undefined)
      expect(before).toMatchObject({ 'to/uploads/restored': 'bytes' })
      expect(disk.left()['to/sitecraft.db']?.slice(0, 15)).toBe('SQLite format 3')
    },
  },
  {
    module: 'src/server/storage/s3/blobs.ts',
    shows: 'what comes from a bucket has its bytes before the caller moves it',
    async run(root, watch) {
      const bucket = createServer((_request, response) => response.end('bytes')).listen(0, '127.0.0.1')
      await new Promise((resolve) => bucket.once('listening', resolve))
      try {
        const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/bucket`
        const s3 = { endpoint, region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret', prefix: '' }
        const disk = await watch()
        await openS3BlobStore(root, s3).extract('content/ab/abc', { keep: true })
        expect(below(disk.left('all'), 'tmp')).toEqual(['bytes'])
      } finally {
        bucket.closeAllConnections()
        bucket.close()
      }
    },
  },
]
