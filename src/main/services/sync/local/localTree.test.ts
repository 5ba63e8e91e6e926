import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#tests/fakes/syncHarness.ts'
import { asNobody, canBeNobody } from '#tests/setup/asNobody.ts'
import { createSyncTrees, type SyncTrees } from '../core/syncTrees.ts'
import { sha256Of } from './hash.ts'
import type { LocalScan } from './localScan.ts'
import { LocalTree, type LocalTreeOptions } from './localTree.ts'
import { watchWithChokidar } from './chokidarWatch.ts'
import { watchFolders } from './folderWatch.ts'

let root: string
let trees: SyncTrees
let local: LocalTree
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitecraft-local-'))
  start()
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Begins afresh, with nothing known. */
function start(options: Partial<LocalTreeOptions> = {}): void {
  trees = createSyncTrees()
  local = new LocalTree({ root, trees, settleMs: 0, ...options })
}
const { signal } = new AbortController()
const all = (deep = false): Promise<LocalScan> => {
  local.requestFullScan(deep)
  return local.scan(signal)
}
const named = (...disks: string[]): Promise<LocalScan> => {
  for (const disk of disks) local.addHint(disk)
  return local.scan(signal)
}
const paths = (): string[] => [...trees.copyTree('local').keys()].toSorted()
const hashOf = (path: string): string | undefined => {
  const entry = trees.get('local', path)
  return entry?.kind === 'file' ? entry.sha256 : entry?.kind
}
const sha = (text: string): string => sha256Of(Buffer.from(text))
const old = new Date(Date.now() - 3600_000)
const write = async (path: string, text: string): Promise<void> => {
  await mkdir(join(root, path, '..'), { recursive: true })
  await writeFile(join(root, path), text)
}

test('finds files and folders by content; leaves ignored ones and the reserved folder out', async () => {
  await write('d/node_modules/x/i.js', '1')
  await mkdir(join(root, '.sitecraft-sync'))
  await write('d/a.css', 'a')
  await write('x.log', '1')
  await write('.sitecraftignore', '*.log')
  await all()
  expect(paths()).toEqual(['d', 'd/a.css'])
  expect(hashOf('d/a.css')).toBe(sha('a'))
  expect([...local.ignored].toSorted()).toEqual(['.sitecraftignore', 'd/node_modules', 'x.log'])
})

test('[S1] a hash is used again only while the file looks the same, and not for one that had just changed', async () => {
  await write('a', 'one')
  await all()
  // As a file of long ago: believed until something about it changes.
  const { size, mtimeNs, ctimeNs, ino } = await stat(join(root, 'a'), { bigint: true })
  const remember = (): void =>
    trees.set('local', 'a', { kind: 'file', sha256: 'remembered', size: 3 }, `${size} ${mtimeNs} ${ctimeNs} ${ino}`)
  remember()
  await all()
  expect(hashOf('a')).toBe('remembered')
  await named('a')
  expect(hashOf('a')).toBe('remembered')
  await all(true)
  expect(hashOf('a')).toBe(sha('one'))
  // Hashed within two seconds of its change: not believed the next time.
  expect(trees.stamp('a')).toBe('')
  remember()
  // Same size, and the time put back as `rsync -t` and `cp -p` do.
  await writeFile(join(root, 'a'), 'two')
  await utimes(join(root, 'a'), old, old)
  await all()
  expect(hashOf('a')).toBe(sha('two'))
})

test('[S6] a file that changed a moment ago is left as it was known, whatever time a copying program gave it', async () => {
  await write('early', '1')
  const { ctimeMs } = await stat(join(root, 'early'))
  await until(() => Date.now() > ctimeMs + 1000)
  start({ settleMs: 500 })
  await write('copied', '1')
  await utimes(join(root, 'copied'), old, old)
  const look = await all()
  expect([...local.unsettled]).toEqual(['copied'])
  expect(paths()).toEqual(['early'])
  expect(look.settlesIn).toBeGreaterThan(0)
  // Looked at again without anybody's hint.
  await until(async () => {
    await local.scan(signal)
    return local.unsettled.size === 0
  })
  expect(hashOf('copied')).toBe(sha('1'))
})

test('[S31] files that were saved together settle together', async () => {
  start({ settleMs: 400 })
  await write('z.css', '1')
  const { ctimeMs } = await stat(join(root, 'z.css'))
  await until(() => Date.now() > ctimeMs + 300)
  await write('page.html', '1')
  await until(() => Date.now() > ctimeMs + 450)
  await all()
  expect([...local.unsettled].toSorted()).toEqual(['page.html', 'z.css'])
})

test('[S6] a big file is not read while it grows', async () => {
  await writeFile(join(root, 'big.mp4'), Buffer.alloc(9 * 1024 * 1024))
  start({ settleMs: 60_000 })
  await all()
  expect(paths()).toEqual([])
  start()
  await all()
  expect(hashOf('big.mp4')).toBe(sha('\0'.repeat(9 * 1024 * 1024)))
})

test('[S4] what was remembered of a folder that is gone by now is gone too', async () => {
  await write('keep.css', '1')
  trees.set('local', 'd/e/a.css', { kind: 'file', sha256: sha('1'), size: 1 }, 'as it looked')
  await all()
  expect(paths()).toEqual(['keep.css'])
})

test('[S36] links are problems and are not followed, also where a folder was before', async () => {
  await symlink('/etc', join(root, 'link'))
  await symlink(join(root, 'nowhere'), join(root, 'dangling'))
  await write('d/a', '1')
  await all()
  expect([...local.problems.keys()].toSorted()).toEqual(['dangling', 'link'])
  expect(paths()).toEqual(['d', 'd/a'])
  await rename(join(root, 'd'), `${root}-d`)
  await symlink(`${root}-d`, join(root, 'd'))
  await named('d/a')
  expect(hashOf('d/a')).toBe(sha('1'))
  await named('d')
  expect([...local.problems.keys()].toSorted()).toEqual(['d', 'dangling', 'link'])
  expect(paths()).toEqual([])
  await rm(`${root}-d`, { recursive: true })
})

test('[S17] a missing root and a root that is a file are said so, not taken for empty', async () => {
  await write('a', '1')
  await all()
  await rename(root, `${root}-away`)
  expect(await named('a')).toMatchObject({ rootMissing: true })
  await writeFile(root, '')
  expect(await all()).toMatchObject({ rootMissing: true })
  await rm(root)
  await rename(`${root}-away`, root)
  expect(await named('a')).toMatchObject({ rootMissing: false, incomplete: false })
  expect(paths()).toEqual(['a'])
})

test('[S17] a root that is moved away while it is looked at is missing, and one replaced meanwhile proves nothing', async () => {
  await write('p/a', '1')
  await write('z', '1')
  const away = `${root}-away`
  /** Does something in the middle of a scan. */
  const whileLooking = (work: () => void): Promise<LocalScan> => {
    const kept = createSyncTrees()
    let done = false
    const set: SyncTrees['set'] = (...args) => {
      if (!done) work()
      done = true
      kept.set(...args)
    }
    return new LocalTree({ root, trees: { ...kept, set }, settleMs: 0 }).scan(signal)
  }
  expect(await whileLooking(() => renameSync(root, away))).toMatchObject({ rootMissing: true })
  await rename(away, root)
  const replaced = await whileLooking(() => {
    renameSync(root, away)
    mkdirSync(root)
  })
  expect(replaced).toMatchObject({ rootMissing: false, incomplete: true })
  await rm(away, { recursive: true })
})

test.skipIf(!canBeNobody)('[S19] what can’t be read makes the scan incomplete until it can', async () => {
  await write('secret', '1')
  await chmod(root, 0o755)
  await chmod(join(root, 'secret'), 0)
  expect(await asNobody(() => all())).toMatchObject({ incomplete: true })
  expect(local.problems.get('secret')?.reason).toContain('权限')
  await chmod(join(root, 'secret'), 0o644)
  expect(await local.scan(signal)).toMatchObject({ incomplete: false })
  expect(paths()).toEqual(['secret'])
})

test.each(['all', 'named'])(
  '[S32] two forms of one name are reported; one is known by its NFC form (%s)',
  async (how) => {
    const [nfc, nfd] = ['é', 'é'.normalize('NFD')]
    const look = how === 'all' ? () => all() : () => named(nfc, nfd)
    await all()
    await writeFile(join(root, nfd), '1')
    await look()
    expect(paths()).toEqual([nfc])
    expect(local.diskPath(nfc)).toBe(nfd)
    await writeFile(join(root, nfc), '2')
    await look()
    expect(local.problems.get(nfc)?.reason).toContain('Unicode 形式')
    await rm(join(root, nfd))
    await look()
    expect(local.problems.size).toBe(0)
    expect(hashOf(nfc)).toBe(sha('2'))
  },
)

test('[S33] where case does not count a name is what the folder lists, not what answers to it', async () => {
  start({ isCaseInsensitive: true })
  await write('d/A.css', '1')
  await all()
  await rename(join(root, 'd/A.css'), join(root, 'd/a.css'))
  // On such a disk the old name still answers: only the folder's list tells.
  await named('d/A.css', 'd/a.css')
  expect(paths()).toEqual(['d', 'd/a.css'])
})

describe('a hint', () => {
  test('costs the paths that it names, however many there are', async () => {
    for (let n = 0; n < 300; n++) await write(`d${n % 3}/${n}.css`, String(n))
    expect((await all()).looked).toBeGreaterThan(300)
    await write('d1/1.css', 'edited')
    expect(await named('d1/1.css')).toMatchObject({ looked: 1, moved: true })
    expect(hashOf('d1/1.css')).toBe(sha('edited'))
    expect(await local.scan(signal)).toMatchObject({ looked: 0, moved: false })
    await write('new/deep/a.css', '1')
    expect((await named('new/deep/a.css')).looked).toBeLessThan(10)
    expect(paths()).toContain('new/deep/a.css')
    await rm(join(root, 'd1'), { recursive: true })
    expect((await named('d1')).looked).toBe(1)
    expect(paths().filter((path) => path.startsWith('d1'))).toEqual([])
    expect(trees.fileCounts.local).toBe(201)
  })

  test('about a file in a folder that became a file, and the reverse, is understood', async () => {
    await write('x', '1')
    await write('f/a', '1')
    await all()
    await rm(join(root, 'x'))
    await rm(join(root, 'f'), { recursive: true })
    await write('x/in', '2')
    await write('f', '2')
    await named('x/in', 'f/a', 'f')
    expect(paths()).toEqual(['f', 'x', 'x/in'])
    expect(hashOf('x')).toBe('folder')
    expect(hashOf('f')).toBe(sha('2'))
  })

  test('about another folder under the same name looks at all that is in it', async () => {
    await write('a/1', '1')
    await write('b/2', '2')
    await all()
    await rename(join(root, 'a'), join(root, 'c'))
    await rename(join(root, 'b'), join(root, 'a'))
    await named('a', 'b', 'c')
    expect(paths()).toEqual(['a', 'a/2', 'c', 'c/1'])
  })

  test('about the ignore file makes its rules count at once', async () => {
    await write('a.log', '1')
    await all()
    expect(paths()).toEqual(['a.log'])
    await write('.sitecraftignore', '*.log')
    await named('.sitecraftignore')
    expect(paths()).toEqual([])
    expect(local.ignores('a.log', 'file')).toBe(true)
  })
})

describe.each([
  { name: 'chokidar', watch: watchWithChokidar },
  { name: 'the watcher of large folders', watch: watchFolders },
])('$name', ({ watch }) => {
  test('[S4] whatever comes into a folder before its hints begin is found', async () => {
    const hints: string[] = []
    const watcher = watch(
      { root, files: 0, ignores: local.ignores },
      {
        onHint: (disk) => hints.push(disk),
        onFollowed: (folder) => local.addFolderHint(folder),
        onTrouble: (error) => expect.fail(String(error)),
      },
    )
    try {
      local.setWatcher(watcher)
      await local.scan(signal)
      // Made in one go, as `cp -r` does: the inner folders have no hints yet.
      for (let n = 0; n < 30; n++) await write(`new/${n % 5}/deep/${n}.css`, String(n))
      await until(async () => {
        for (const disk of hints.splice(0)) local.addHint(disk)
        await local.scan(signal)
        return trees.fileCounts.local === 30
      })
      await write('new/1/deep/later.css', '1')
      await until(async () => {
        for (const disk of hints.splice(0)) local.addHint(disk)
        await local.scan(signal)
        return trees.fileCounts.local === 31
      })
      expect(paths().filter((path) => path.startsWith('new/1/deep/'))).toHaveLength(7)
    } finally {
      watcher.close()
    }
  })

  test('[S4] [S5] a folder that is removed and created again between two scans emits events again', async () => {
    const hints: string[] = []
    const watcher = watch(
      { root, files: 0, ignores: local.ignores },
      {
        onHint: (disk) => hints.push(disk),
        onFollowed: (folder) => local.addFolderHint(folder),
        onTrouble: (error) => expect.fail(String(error)),
      },
    )
    const found = (path: string): Promise<void> =>
      until(async () => {
        for (const disk of hints.splice(0)) local.addHint(disk)
        await local.scan(signal)
        return hashOf(path) !== undefined
      }, 3000)
    try {
      await write('p/0.html', '0')
      local.setWatcher(watcher)
      await local.scan(signal)
      for (let n = 1; n < 4; n++) {
        // As a build does with its output. The disk likes to give the new folder the number of the old one.
        await rm(join(root, 'p'), { recursive: true })
        await write(`p/${n}.html`, String(n))
        await found(`p/${n}.html`)
        await write(`p/${n}-later.html`, String(n))
        await found(`p/${n}-later.html`)
      }
    } finally {
      watcher.close()
    }
  })
})

test('[S4] [S5] changes in a recreated folder right before it is watched are not missed', async () => {
  for (const name of ['1', '2', '3']) await write(`p/${name}.html`, name)
  /** What is done in the last instant before a folder is watched. */
  let before: (folder: string) => void = () => {}
  const followed = new Set<string>()
  local.setWatcher({
    watch(folder) {
      if (followed.has(folder)) return false
      before(folder)
      followed.add(folder)
      return true
    },
    unwatch: (folder) => followed.delete(folder),
    close: () => {},
  })
  await local.scan(signal)
  await rm(join(root, 'p'), { recursive: true })
  await write('p/1.html', '1')
  await write('p/2.html', '2')
  before = (folder) => {
    if (folder !== 'p') return
    writeFileSync(join(root, 'p/3.html'), 'anew')
    rmSync(join(root, 'p/2.html'))
  }
  await named('p', 'p/1.html', 'p/2.html', 'p/3.html')
  expect(paths()).toEqual(['p', 'p/1.html', 'p/3.html'])
  expect(hashOf('p/3.html')).toBe(sha('anew'))
})
