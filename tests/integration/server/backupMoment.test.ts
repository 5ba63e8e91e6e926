import { existsSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { backup } from '#server/backup/backup.ts'
import { createFolderBackups } from '#server/backup/backupStore.ts'
import { siteFolder, slotFolder, recordFile, type Slot } from '#server/storage/siteFolders.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'
import type { TestServer } from './harness/server.ts'

const newFolder = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-moment-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}
const sourceOf = ({ deps, databaseUrl }: TestServer) => ({
  dataDir: deps.dataDir,
  databaseUrl,
  s3: null,
  db: deps.db,
})
const FILES = 500
const SITE = 77

/** A build of so many pages in a slot, as far as its files go: the record goes first and comes last. */
function build(folder: string, slot: Slot, text: string): void {
  rmSync(recordFile(folder, slot), { force: true })
  mkdirSync(slotFolder(folder, slot), { recursive: true })
  for (let at = 0; at < FILES; at++) {
    rmSync(path.join(slotFolder(folder, slot), `${at}.html`), { force: true })
    writeFileSync(path.join(slotFolder(folder, slot), `${at}.html`), text)
  }
  writeFileSync(recordFile(folder, slot), text)
  writeFileSync(path.join(folder, 'current'), slot)
}

onBothDatabases('a backup that is made while something is published', (_server, start) => {
  it('has the pages of a site as one build made them', { timeout: 60_000 }, async () => {
    const server = await start()
    const [live, dir] = [siteFolder(server.deps.dataDir, SITE), await newFolder()]
    build(live, 'b', 'none')
    build(live, 'a', 'first')
    const copy = siteFolder(path.join(dir, 'files'), SITE)
    const made = backup(sourceOf(server), dir)
    const copied = () => readdir(slotFolder(copy, 'a')).catch(() => [])
    await expect.poll(async () => (await copied()).length, { interval: 1, timeout: 20_000 }).toBeGreaterThan(20)
    // Two builds: the second works on the slot that is being copied.
    build(live, 'b', 'second')
    build(live, 'a', 'third')
    await made
    const slot = (await readFile(path.join(copy, 'current'), 'utf8')) as Slot
    const record = await readFile(recordFile(copy, slot), 'utf8')
    const pages = await readdir(slotFolder(copy, slot))
    const texts = await Promise.all(pages.map((name) => readFile(path.join(slotFolder(copy, slot), name), 'utf8')))
    expect(pages).toHaveLength(FILES)
    expect(new Set(texts)).toEqual(new Set([record]))
    // What another build was about to work on is no page of the site.
    expect((await readdir(copy)).toSorted()).toEqual([slot, `${slot}.json`, 'current'].toSorted())
  })
})

interface Flush {
  path: string
  /** The mark was there by then. */
  marked: boolean
}

/** Notes which files and folders are flushed, in their order. */
async function watchFlushes(mark: () => string): Promise<Flush[]> {
  const handle = await open(os.tmpdir(), 'r')
  const proto = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const flushed: Flush[] = []
  const real = proto.sync
  const spy = vi.spyOn(proto, 'sync').mockImplementation(function (this: typeof handle) {
    flushed.push({ path: readlinkSync(`/proc/self/fd/${this.fd}`), marked: existsSync(mark()) })
    return real.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  return flushed
}

onBothDatabases('a backup in a folder', (_server, start) => {
  it.skipIf(process.platform !== 'linux')(
    'is whole only when all of it is on the disk',
    { timeout: 60_000 },
    async () => {
      const server = await start()
      const store = createFolderBackups(await newFolder())
      const dirOf = (name: string) => path.join(store.title, name)
      const [made, copy] = ['backup-20260101-000000', 'backup-20260102-000000']
      let mark = ''
      const flushed = await watchFlushes(() => mark)
      for (const name of [made, copy]) {
        const dir = dirOf(name)
        mark = path.join(dir, 'backup.json')
        flushed.length = 0
        if (name === made) await store.add(name, async (to) => void (await backup(sourceOf(server), to)))
        else await store.addCopy(name, dirOf(made))
        const before = new Set(flushed.filter(({ marked }) => !marked).map((each) => each.path))
        const after = flushed.filter(({ marked }) => marked).map((each) => each.path)
        const items = (await readdir(dir, { recursive: true, withFileTypes: true })).map(({ parentPath, name: item }) =>
          path.join(parentPath, item),
        )
        expect(items.length).toBeGreaterThan(20)
        expect(items.filter((item) => item !== mark && !before.has(item))).toEqual([])
        // The mark under its first name, and then its place.
        expect(before).toContain(`${mark}.part`)
        expect(after[0]).toBe(dir)
      }
    },
  )
})
