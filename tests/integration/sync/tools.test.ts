import { execFile, execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
afterEach(() => desk.close())

const run = promisify(execFile)
const has = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const git = (...args: string[]) =>
  run('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: desk.root })

/** Ten pages in step, each with a line of its own and one that all have. */
const pages = Object.fromEntries(Array.from({ length: 10 }, (_each, n) => [`p/${n}.html`, `<p>${n}</p>\nold\n`]))
async function connected(): Promise<void> {
  remote = createFakeRemote(pages)
  desk = await openSyncHarness(remote)
  await desk.connect()
  await inStep(pages)
}
const inStep = (texts: Record<string, string>): Promise<void> =>
  until(async () => {
    expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, failed: 0, conflicts: 0 })
    expect(remote.texts()).toEqual(texts)
  })
const changed = (...numbers: number[]): Record<string, string> => ({
  ...pages,
  ...Object.fromEntries(numbers.map((n) => [`p/${n}.html`, `<p>${n}</p>\nnew\n`])),
})
const deletions = (): string[] => remote.calls.filter((call) => call.startsWith('remove'))

/** What was changed on the server, each call once, by name. */
const writes = (): string[] => [...new Set(remote.calls.filter((call) => !/^(list|wait|read)/.test(call)))].toSorted()

test.skipIf(!has('vim'))('[S5] vim, with its swap and backup files, is one update and no deletion', async () => {
  await connected()
  await run('vim', ['-es', '-u', 'NONE', '-c', 'set backup writebackup', '-c', '%s/old/new/', '-c', 'wq', 'p/3.html'], {
    cwd: desk.root,
  })
  await inStep(changed(3))
  expect(deletions()).toEqual([])
})

test.skipIf(!has('sed'))('[S5] [S39] sed -i over all files at once arrives whole, and deletes nothing', async () => {
  await connected()
  const some = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  await run('sed', ['-i', 's/old/new/', ...some.map((n) => `p/${n}.html`)], { cwd: desk.root })
  await inStep(changed(...some))
  expect(deletions()).toEqual([])
})

test('git rebase replays commits over the folder: what it leaves is what the server gets', async () => {
  await connected()
  await git('init', '-q', '-b', 'main')
  await git('add', '.')
  await git('commit', '-q', '-m', 'all')
  await git('checkout', '-q', '-b', 'work')
  for (const n of [1, 2]) {
    await desk.write(`p/${n}.html`, `<p>${n}</p>\nnew\n`)
    await git('commit', '-q', '-am', `page ${n}`)
  }
  await git('checkout', '-q', 'main')
  await desk.write('p/7.html', '<p>7</p>\nnew\n')
  await git('commit', '-q', '-am', 'page 7')
  await git('checkout', '-q', 'work')
  await git('rebase', '-q', 'main')
  await inStep(changed(1, 2, 7))
  expect(deletions()).toEqual([])
})

test('[S6] a build that writes a file in place, piece by piece, is sent when it is done', async () => {
  await connected()
  const file = await open(join(desk.root, 'p/5.html'), 'w')
  const pieces = Array.from({ length: 12 }, (_each, n) => `<p>piece ${n}</p>\n`)
  for (const piece of pieces) {
    await file.writeFile(piece)
    await file.sync()
    await sleep(15)
  }
  await file.close()
  const whole = pieces.join('')
  await inStep({ ...pages, 'p/5.html': whole })
  expect(deletions()).toEqual([])
})

test.skipIf(!has('rsync'))(
  '[S5] rsync of a whole folder, run twice, with a deletion, is what changed and no more',
  async () => {
    await connected()
    const from = join(dirname(desk.root), 'built')
    const rsync = () => run('rsync', ['-a', '--delete', '--exclude=.*', `${from}/`, `${desk.root}/`])
    await mkdir(join(from, 'p'), { recursive: true })
    const wanted: Record<string, string> = { ...changed(2, 4), 'p/new.html': '<p>new</p>\n' }
    delete wanted['p/9.html']
    for (const [path, text] of Object.entries(wanted)) await writeFile(join(from, path), text)
    remote.calls.length = 0
    await rsync()
    await inStep(wanted)
    await rsync()
    await inStep(wanted)
    expect(writes()).toEqual(['put p/2.html', 'put p/4.html', 'put p/new.html', 'removeFile p/9.html'])
  },
)

test.skipIf(!has('npm'))(
  '[S5] npm run build, which empties its output and writes it anew, sends what became other',
  async () => {
    await connected()
    const script = `
    const fs = require('node:fs')
    fs.rmSync('p', { recursive: true })
    fs.mkdirSync('p')
    for (let n = 0; n < 10; n++) {
      const file = fs.openSync('p/' + n + '.html', 'w')
      for (const line of ['<p>' + n + '</p>\\n', (n === 6 ? 'new' : 'old') + '\\n']) fs.writeSync(file, line)
      fs.closeSync(file)
    }`
    const project = join(dirname(desk.root), 'project')
    await mkdir(project)
    await writeFile(join(project, 'build.cjs'), script)
    const build = `node ${JSON.stringify(join(project, 'build.cjs'))}`
    await writeFile(
      join(project, 'package.json'),
      JSON.stringify({ name: 'theme', scripts: { build: `cd "$SITE" && ${build}` } }),
    )
    remote.calls.length = 0
    await run('npm', ['run', 'build'], { cwd: project, env: { ...process.env, SITE: desk.root } })
    await inStep(changed(6))
    expect(writes()).toEqual(['put p/6.html'])
  },
)

test('[S5] an office program, with its lock, its temporary file and its backup, is one update of one name', async () => {
  await connected()
  const at = (name: string) => join(desk.root, 'p', name)
  remote.calls.length = 0
  await writeFile(at('.~lock.3.html#'), ',anna,desk-17,24.11.2026 10:00,file:///home/anna/.config;')
  await inStep(pages)
  await writeFile(at('lu21457k3x.tmp'), '<p>3</p>\nnew\n')
  await rename(at('3.html'), at('3.html~'))
  await rename(at('lu21457k3x.tmp'), at('3.html'))
  await rm(at('3.html~'))
  await inStep(changed(3))
  await rm(at('.~lock.3.html#'))
  await inStep(changed(3))
  expect(writes()).toEqual(['put p/3.html'])
})

test('[S4] a whole folder that is removed and copied back at once is watched as before', async () => {
  await connected()
  const copy = join(dirname(desk.root), 'copy')
  cpSync(desk.root, copy, { recursive: true, filter: (path) => !path.includes('.sitecraft-sync') })
  // In one go, so that no look falls in between; the disk likes to give the new folder the number of the old one.
  rmSync(desk.root, { recursive: true })
  cpSync(copy, desk.root, { recursive: true })
  await inStep(pages)
  for (const n of [1, 2]) {
    await desk.write(`p/${n}.html`, `<p>${n}</p>\nnew\n`)
    await until(() => expect(remote.texts()[`p/${n}.html`]).toContain('new'), 5000)
  }
  await inStep(changed(1, 2))
  expect(deletions()).toEqual([])
})

test('a renamed folder is no mass deletion; renamed on the server it is not downloaded again', async () => {
  await connected()
  await rename(join(desk.root, 'p'), join(desk.root, 'q'))
  const renamed = (folder: string) =>
    Object.fromEntries(Object.entries(pages).map(([path, text]) => [path.replace('p/', `${folder}/`), text]))
  await inStep(renamed('q'))
  expect((await desk.view()).halt).toBeNull()
  const reads = (): number => remote.calls.filter((call) => call.startsWith('read')).length
  const before = reads()
  expect(before).toBeGreaterThan(0)
  for (const [path, text] of Object.entries(renamed('r'))) remote.write(path, text)
  await until(async () => expect(Object.keys(await desk.texts())).toContain('r/9.html'))
  expect(reads()).toBe(before)
})
