import { execFile, spawnSync } from 'node:child_process'
import { open, readdir, rename, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

const run = promisify(execFile)
const at = (name: string): string => join(desk.root, name)
const git = (...args: string[]) =>
  run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: desk.root })

let desk: SyncHarness
let remote: FakeRemote
const site = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`p/${n}.css`, `body${n}\n`]))
beforeEach(async () => {
  remote = createFakeRemote({ 'a.css': 'old\n', ...site })
  desk = await openSyncHarness(remote)
  await desk.connect()
  await until(async () => expect(await desk.texts()).toEqual(remote.texts()))
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  remote.calls.length = 0
})
afterEach(() => desk.close())

/** The ways in which programs put new text into a file, to be seen at every step by a sync that never rests. */
const saves: [string, (text: string) => Promise<unknown>][] = [
  ['an editor that empties the file and writes (Notepad)', (text) => writeFile(at('a.css'), text)],
  [
    'an editor that writes beside and renames (VS Code, atomic)',
    async (text) => {
      await writeFile(at('a.css.vsctmp'), text)
      await rename(at('a.css.vsctmp'), at('a.css'))
    },
  ],
  [
    'JetBrains’ safe write',
    async (text) => {
      await writeFile(at('a.css___jb_tmp___'), text)
      await rename(at('a.css'), at('a.css___jb_old___'))
      await rename(at('a.css___jb_tmp___'), at('a.css'))
      await unlink(at('a.css___jb_old___'))
    },
  ],
  [
    'rsync -t: a hidden name, an old time, a rename',
    async (text) => {
      await writeFile(at('.a.css.Xy12Zw'), text)
      await utimes(at('.a.css.Xy12Zw'), 1_600_000_000, 1_600_000_000)
      await rename(at('.a.css.Xy12Zw'), at('a.css'))
    },
  ],
  ['sed -i', (text) => run('sed', ['-i', `s/.*/${text.trim()}/`, at('a.css')])],
  [
    'vim with a backup',
    (text) =>
      run('vim', [
        '-u',
        'NONE',
        '-es',
        '-c',
        'set backup writebackup',
        '-c',
        `%s/.*/${text.trim()}/`,
        '-c',
        'wq',
        at('a.css'),
      ]),
  ],
]

/** Programs of this machine; where one is missing its test has nothing to show. */
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const possible = saves.filter(([title]) => has('vim') || !title.startsWith('vim'))

test.each(possible)(
  '[S5] %s: each save is an update, and no other name appears on the server',
  async (_title, save) => {
    for (const text of ['one\n', 'two\n', 'three\n']) {
      await save(text)
      await until(() => expect(remote.texts()['a.css']).toBe(text))
    }
    await desk.write('last.css', 'marker')
    await until(() => expect(remote.texts()['last.css']).toBe('marker'))
    await until(async () =>
      expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, conflicts: 0, failed: 0 }),
    )
    const writes = remote.calls.filter((call) => !/^(list|wait)/.test(call))
    expect([...new Set(writes)].toSorted()).toEqual(['put a.css', 'put last.css'])
  },
)

test('[S6] a program that keeps a file open and goes on writing loses nothing', async () => {
  const file = await open(at('log.js'), 'w')
  let text = ''
  for (let n = 0; n < 4; n++) {
    await file.write(`line ${n}\n`)
    text += `line ${n}\n`
    await until(() => expect(remote.texts()['log.js']).toBe(text))
  }
  await file.close()
  expect(await desk.read('log.js')).toBe(text)
})

test('switching branches, stashing and rebasing in git arrive whole, and come back', async () => {
  await git('init', '-q', '-b', 'main')
  await git('add', '.')
  await git('commit', '-qm', 'one')
  await git('checkout', '-qb', 'other')
  for (const n of [0, 1, 2]) await desk.write(`p/${n}.css`, `other${n}\n`)
  await desk.remove('p/11.css')
  await desk.write('q/new.css', 'new\n')
  await git('add', '-A')
  await git('commit', '-qm', 'two')
  const inStep = (): Promise<void> =>
    until(async () => {
      expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, conflicts: 0, failed: 0 })
      const own = Object.entries(await desk.texts()).filter(([path]) => !path.startsWith('.git/'))
      expect(remote.texts()).toEqual(Object.fromEntries(own))
    })
  await inStep()
  await git('checkout', '-q', 'main')
  await inStep()
  expect(remote.texts()).toMatchObject({ 'p/0.css': 'body0\n', 'p/11.css': 'body11\n' })
  await desk.write('a.css', 'stashed\n')
  await git('stash', '-q')
  await inStep()
  await desk.write('p/5.css', 'main5\n')
  await git('commit', '-qam', 'three')
  await git('checkout', '-q', 'other')
  await git('rebase', '-q', 'main')
  await git('stash', 'pop', '-q')
  await inStep()
  expect(remote.texts()).toMatchObject({ 'p/0.css': 'other0\n', 'p/5.css': 'main5\n', 'a.css': 'stashed\n' })
  expect(Object.keys(remote.texts())).not.toContain('p/11.css')
  expect((await readdir(desk.root)).toSorted()).toEqual(['.git', '.sitecraft-sync', 'a.css', 'p', 'q'])
})
