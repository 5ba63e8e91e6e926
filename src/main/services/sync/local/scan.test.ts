import { mkdirSync, renameSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#tests/fakes/syncDesk.ts'
import { ignoreRules, type IgnoreRules } from '../core/ignoreRules.ts'
import { sha256Of } from './hash.ts'
import { scanFolder, type HashHint, type LocalScan, type ScanOptions } from './scan.ts'

let root: string
const hints = new Map<string, HashHint>()
beforeEach(async () => {
  hints.clear()
  root = await mkdtemp(join(tmpdir(), 'sitecraft-scan-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const scan = (change: Partial<ScanOptions> = {}): Promise<LocalScan> =>
  scanFolder({ root, ignores: ignoreRules('*.log'), hints, dirtyPaths: new Set(), settleMs: 0, ...change })
const hashOf = (found: LocalScan, path: string): string | undefined => {
  const entry = found.tree.get(path)
  return entry?.kind === 'file' ? entry.sha256 : entry?.kind
}
const sha = (text: string): string => sha256Of(Buffer.from(text))
const old = new Date(Date.now() - 3600_000)

test('finds files and folders by content; leaves ignored ones and the reserved folder out', async () => {
  await mkdir(join(root, 'd/node_modules/x'), { recursive: true })
  await mkdir(join(root, '.sitecraft-sync'))
  await writeFile(join(root, 'd/a.css'), 'a')
  await writeFile(join(root, 'd/node_modules/x/i.js'), '1')
  await writeFile(join(root, 'x.log'), '1')
  const found = await scan()
  expect([...found.tree.keys()].toSorted()).toEqual(['d', 'd/a.css'])
  expect(hashOf(found, 'd/a.css')).toBe(sha('a'))
  expect(found.ignored.toSorted()).toEqual(['d/node_modules', 'x.log'])
})

test('[S1] a hash is used again only for the same size and time, unless the file is suspect or just changed', async () => {
  const file = join(root, 'a')
  await writeFile(file, 'one')
  await utimes(file, old, old)
  await scan()
  const remember = (sha256: string): void => {
    const hint = hints.get('a')
    if (hint) hints.set('a', { ...hint, sha256 })
  }
  remember('from the hint')
  expect(hashOf(await scan(), 'a')).toBe('from the hint')
  expect(hashOf(await scan({ dirtyPaths: new Set(['a']) }), 'a')).toBe(sha('one'))
  remember('from the hint')
  expect(hashOf(await scan({ dirtyPaths: 'all' }), 'a')).toBe(sha('one'))
  // Same size, and the time put back as `rsync -t` and `cp -p` do.
  await writeFile(file, 'two')
  await utimes(file, old, old)
  expect(hashOf(await scan(), 'a')).toBe(sha('two'))

  const recent = new Date()
  await utimes(file, recent, recent)
  await scan()
  await writeFile(file, 'ten')
  await utimes(file, recent, recent)
  expect(hashOf(await scan(), 'a')).toBe(sha('ten'))
})

test('[S6] a file that changed a moment ago is unsettled, whatever time a copying program gave it', async () => {
  await writeFile(join(root, 'early'), '1')
  const { ctimeMs } = await stat(join(root, 'early'))
  await until(() => Date.now() > ctimeMs + 500)
  await writeFile(join(root, 'copied'), '1')
  await utimes(join(root, 'copied'), old, old)
  expect([...(await scan({ settleMs: 500 })).unsettled]).toEqual(['copied'])
})

test('[S6] a big file is not read while it grows', async () => {
  await writeFile(join(root, 'big.mp4'), Buffer.alloc(9 * 1024 * 1024))
  expect(hashOf(await scan({ settleMs: 60_000 }), 'big.mp4')).toBe('')
  expect(hints.has('big.mp4')).toBe(false)
  expect(hashOf(await scan(), 'big.mp4')).toBe(sha('\0'.repeat(9 * 1024 * 1024)))
})

test('[S36] links are problems and are not followed', async () => {
  await symlink('/etc', join(root, 'link'))
  await symlink(join(root, 'nowhere'), join(root, 'dangling'))
  const found = await scan()
  expect([...found.problems.keys()].toSorted()).toEqual(['dangling', 'link'])
  expect(found.tree.size).toBe(0)
})

test('[S17] a missing root and a root that is a file are said so, not taken for empty', async () => {
  expect(await scan({ root: join(root, 'gone') })).toMatchObject({ rootMissing: true })
  await writeFile(join(root, 'file'), '')
  expect(await scan({ root: join(root, 'file') })).toMatchObject({ rootMissing: true })
  expect(await scan()).toMatchObject({ rootMissing: false })
})

test('[S17] a root that is moved away while it is read is missing, and one replaced meanwhile proves nothing', async () => {
  await mkdir(join(root, 'p'))
  await writeFile(join(root, 'p/a'), '1')
  await writeFile(join(root, 'z'), '1')
  const away = `${root}-away`
  const whileLooking = (work: () => void): IgnoreRules => {
    let done = false
    return () => {
      if (!done) work()
      done = true
      return false
    }
  }
  const moved = await scan({ ignores: whileLooking(() => renameSync(root, away)) })
  expect(moved).toMatchObject({ rootMissing: true })
  await rename(away, root)
  const replaced = await scan({
    ignores: whileLooking(() => {
      renameSync(root, away)
      mkdirSync(root)
    }),
  })
  expect(replaced).toMatchObject({ rootMissing: false, incomplete: true })
  await rm(away, { recursive: true })
})

test.skipIf(process.getuid?.() === 0)('[S19] what can’t be read makes the scan incomplete', async () => {
  await writeFile(join(root, 'secret'), '1')
  await chmod(join(root, 'secret'), 0)
  const found = await scan()
  expect(found.incomplete).toBe(true)
  expect(found.problems.get('secret')?.reason).toContain('权限')
})

test('[S32] two forms of one name on the disk are reported; one is known by its NFC form', async () => {
  const [nfc, nfd] = ['é', 'é'.normalize('NFD')]
  await writeFile(join(root, nfd), '1')
  const one = await scan()
  expect([...one.tree.keys()]).toEqual([nfc])
  expect(one.diskPaths.get(nfc)).toBe(nfd)
  await writeFile(join(root, nfc), '2')
  expect((await scan()).problems.get(nfc)?.reason).toContain('编码形式')
})
