import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startSshServer, type SshServer } from '#tests/fakes/sshServer.ts'
import { openFolderTarget } from './folder.ts'
import type { ReleaseFile } from './plan.ts'
import { deployRelease, releaseName, type ReleasePlan, removeOldReleases } from './release.ts'
import { openSftpTarget } from './sftp.ts'
import type { OpenTarget, ReleaseSupport } from './target.ts'

let server: SshServer
beforeAll(async () => {
  server = await startSshServer()
})
afterAll(() => server.stop())

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-releases-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const signal = new AbortController().signal
type Site = Record<string, string>
const fileOf = ([path, text]: [string, string]): ReleaseFile => ({
  path,
  digest: text,
  sizeBytes: Buffer.byteLength(text),
})

/** Deploys a site beside the former one; files of the same text are taken over. */
async function release(
  open: OpenTarget,
  site: Site,
  name: string,
  before?: { name: string; site: Site },
  other: Partial<ReleasePlan> = {},
) {
  const files = Object.entries(site).map(fileOf)
  const isSame = ({ path, digest }: ReleaseFile): boolean => before?.site[path] === digest
  const sent: string[] = []
  await deployRelease(
    {
      name,
      previous: before?.name ?? null,
      isResumed: false,
      written: new Set(),
      changed: files.filter((file) => !isSame(file)),
      unchanged: files.filter(isSame),
      ...other,
    },
    {
      open,
      read: async ({ path }) => {
        sent.push(path)
        return Readable.from([Buffer.from(site[path] ?? '')])
      },
      onWritten: async () => undefined,
      onProgress: async () => undefined,
      signal,
    },
  )
  return sent.sort()
}

const readSite = async (folder: string): Promise<Site> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
    ),
  )
}

describe.each([
  [
    'a folder',
    (folder: string): OpenTarget =>
      () =>
        openFolderTarget(folder),
  ],
  [
    'a server over SFTP',
    (folder: string): OpenTarget =>
      (ended) =>
        openSftpTarget({ ...server.account, folder }, ended),
  ],
])('releases in %s', (_name, openAt) => {
  const OLD = { 'index.html': 'old', 'css/a.css': 'style', '新闻/1 %.html': 'one' }
  const NEW = { 'index.html': 'new', 'css/a.css': 'style', 'news/2.html': 'two' }
  const supportOf = async (open: OpenTarget): Promise<ReleaseSupport> => {
    const target = await open(signal)
    onTestFinished(() => target.close())
    if (!target.releases) throw new Error('no releases')
    return target.releases
  }

  it('are put together beside the one that visitors see; only what changed is sent', async () => {
    const folder = await makeFolder()
    const open = openAt(folder)
    const first = '20260101000000-1'
    const second = '20260102000000-2'
    expect(await release(open, OLD, first)).toHaveLength(3)
    expect(await readlink(join(folder, 'current'))).toBe(`releases/${first}`)
    expect(await readSite(join(folder, 'current'))).toEqual(OLD)
    expect(await release(open, NEW, second, { name: first, site: OLD })).toEqual(['index.html', 'news/2.html'])
    expect(await readlink(join(folder, 'current'))).toBe(`releases/${second}`)
    expect(await readSite(join(folder, 'releases', second))).toEqual(NEW)
    expect(await readSite(join(folder, 'releases', first))).toEqual(OLD)
    const inode = async (name: string) => (await lstat(join(folder, 'releases', name, 'css/a.css'))).ino
    expect(await inode(second)).toBe(await inode(first))
    // Back in one step.
    await (await supportOf(open)).switchLink('current', `releases/${first}`)
    expect(await readSite(join(folder, 'current'))).toEqual(OLD)
    expect(await readdir(join(folder, '.sitecraft'))).toEqual([])
  })
  it('show the old site until all of the new one is there, and go on where they were interrupted', async () => {
    const folder = await makeFolder()
    const open = openAt(folder)
    const before = { name: '20260101000000-1', site: OLD }
    await release(open, OLD, before.name)
    const name = '20260102000000-2'
    const stray = join(folder, 'releases', name, 'stray')
    const broken: OpenTarget = async (ended) => {
      const target = await open(ended)
      return {
        parallel: 1,
        ...(target.releases ? { releases: target.releases } : {}),
        write: (path, source, size) =>
          path.endsWith('2.html') ? Promise.reject(new Error('broke')) : target.write(path, source, size),
        read: (path) => target.read(path),
        remove: (path) => target.remove(path),
        list: (top) => target.list(top),
        close: () => target.close(),
      }
    }
    await expect(release(broken, NEW, name, before)).rejects.toThrow('broke')
    expect(await readSite(join(folder, 'current'))).toEqual(OLD)
    await mkdir(stray)
    await writeFile(join(stray, 'old.html'), 'of the first try')
    const resumed = { isResumed: true, written: new Set(['index.html']) }
    expect(await release(open, NEW, name, before, resumed)).toEqual(['news/2.html'])
    expect(await readSite(join(folder, 'current'))).toEqual(NEW)
    expect(await readSite(join(folder, 'releases', before.name))).toEqual(OLD)
  })
  it('send a file again that is gone from the former release', async () => {
    const folder = await makeFolder()
    const open = openAt(folder)
    const before = { name: '20260101000000-1', site: OLD }
    await release(open, OLD, before.name)
    await rm(join(folder, 'releases', before.name, 'css/a.css'))
    expect(await release(open, NEW, '20260102000000-2', before)).toEqual(['css/a.css', 'index.html', 'news/2.html'])
    expect(await readSite(join(folder, 'current'))).toEqual(NEW)
  })
  it('keep the last ones, and leave folders of others and what a link leads to', async () => {
    const folder = await makeFolder()
    const outside = await makeFolder()
    await writeFile(join(outside, 'kept'), 'kept')
    const names = [1, 2, 3, 4, 5].map((day) => `2026010${day}000000-${day}`)
    for (const name of [...names, 'theirs']) {
      await mkdir(join(folder, 'releases', name, 'news'), { recursive: true })
      await writeFile(join(folder, 'releases', name, 'news', '1.html'), name)
    }
    await symlink(outside, join(folder, 'releases', names[0] ?? '', 'linked'))
    const releases = await supportOf(openAt(folder))
    // The fourth was never completed.
    const complete = new Set(names.filter((name) => name !== names[3]))
    await removeOldReleases(releases, { current: names[4] ?? '', previous: null, complete, keep: 3 })
    expect((await readdir(join(folder, 'releases'))).sort()).toEqual([names[1], names[2], names[4], 'theirs'])
    expect(await readdir(outside)).toEqual(['kept'])
  })
  it('are not shown where a folder or a file of others has the name of the link', async () => {
    const folder = await makeFolder()
    await mkdir(join(folder, 'current'))
    await writeFile(join(folder, 'current', 'index.html'), 'theirs')
    const releases = await supportOf(openAt(folder))
    await expect(releases.readLink('current')).rejects.toThrow('“current”不是链接')
    await expect(releases.switchLink('current', 'releases/a')).rejects.toThrow('“current”不是链接')
    expect(await readFile(join(folder, 'current', 'index.html'), 'utf8')).toBe('theirs')
    expect(await releases.readLink('none')).toBeNull()
    expect(await releases.listFolders('none')).toEqual([])
  })
})

it('names releases by their time, each by a name of its own', () => {
  const at = new Date(Date.UTC(2026, 0, 2, 3, 4, 5))
  expect(releaseName(at, 7)).toBe('20260102030405-7')
  expect(releaseName(at, 7, ['20260102030405-7', '20260102030405-7-2'])).toBe('20260102030405-7-3')
})
