import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { IGNORE_FILE, isReserved } from '#services/sync/core/names.ts'
import { layoutOf } from '#services/sync/local/layout.ts'
import { stateDirOf } from '#services/sync/records.ts'
import { errnoOf } from '#services/sync/local/hash.ts'
import { createFakeRemote, type FakeRemote, type FakeRemoteOptions } from '#tests/fakes/remote.ts'
import { type Desk, FAST, openDesk, until } from '#tests/fakes/syncDesk.ts'

const path = fc.constantFrom('a.css', 'b.css', 'd/a.css', 'd/b.css', 'd/e/c.css', 'f/x.html')
const side = fc.constantFrom('local' as const, 'remote' as const)
const is = <T extends string>(name: T): fc.Arbitrary<T> => fc.constant(name)
const code = fc.constantFrom('no-response' as const, 'bad-answer' as const, 'rejected' as const)

/** Something that happens: a person on either side, a pause long enough for sync, or trouble with the server. */
export const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: is('edit'), side, path }) },
  { weight: 2, arbitrary: fc.record({ do: is('delete'), side, path }) },
  { weight: 2, arbitrary: fc.record({ do: is('rename'), side, path, to: path }) },
  { weight: 3, arbitrary: fc.record({ do: is('wait') }) },
  { weight: 2, arbitrary: fc.record({ do: is('fail'), code, count: fc.integer({ min: 1, max: 3 }) }) },
)
const folder = fc.constantFrom('d', 'f', 'g')
/** The same and what is rarer: answers that are lost, restarts, clocks that are set, folders that move, bursts, ignore rules. */
export const anyEvent = fc.oneof(
  { weight: 17, arbitrary: anyStep },
  { weight: 2, arbitrary: fc.record({ do: is('lose'), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: is('restart') }) },
  { weight: 1, arbitrary: fc.record({ do: is('clock'), days: fc.constantFrom(-1, 1) }) },
  { weight: 1, arbitrary: fc.record({ do: is('touch') }) },
  { weight: 1, arbitrary: fc.record({ do: is('ignore'), rules: fc.constantFrom('', 'f/\n', '*.css\n', 'd/e/\n') }) },
  { weight: 1, arbitrary: fc.record({ do: is('unzip') }) },
  { weight: 2, arbitrary: fc.record({ do: is('move'), side, from: folder, into: folder }) },
)
export type Step = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never
type Act = Extract<Step, { path: string }>

interface Play {
  carryOut(step: Step): Promise<void>
  /** Written contents that are on no side, in no conflict copy and not in the trash, and that nobody gave up. */
  lost(): Promise<string[]>
  resolveAll(): Promise<void>
  /** The files without conflict copies. */
  without(texts: Record<string, string>): Promise<Record<string, string>>
}

let edits = 0

/** Acts on both sides and remembers what was written and what a person replaced or deleted there. */
function createPlay(desk: Desk, remote: FakeRemote): Play {
  const written = new Set<string>()
  const givenUp = new Set<string>()
  const at = (name: string): string => join(desk.root, name)

  /** Takes the file away as an editor does, so that exactly what went is known; null when there was none. */
  const takeLocal = async (name: string): Promise<string | null> => {
    const aside = join(desk.dataDir, randomUUID())
    try {
      await rename(at(name), aside)
      return aside
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null
      throw error
    }
  }
  /** Puts the file there if the name is free. */
  const placeLocal = async (aside: string, name: string): Promise<boolean> => {
    await mkdir(dirname(at(name)), { recursive: true })
    return link(aside, at(name)).then(
      () => true,
      () => false,
    )
  }
  const editLocal = async (name: string, text: string): Promise<void> => {
    const aside = join(desk.dataDir, randomUUID())
    await writeFile(aside, text)
    do {
      const old = await takeLocal(name)
      if (old) givenUp.add(await readFile(old, 'utf8'))
    } while (!(await placeLocal(aside, name)))
    await unlink(aside)
  }
  const renameLocal = async (from: string, to: string): Promise<void> => {
    const aside = await takeLocal(from)
    if (aside && !(await placeLocal(aside, to))) givenUp.add(await readFile(aside, 'utf8'))
  }
  const local = async (step: Act): Promise<void> => {
    if (step.do === 'edit') return editLocal(step.path, note())
    if (step.do === 'rename') return renameLocal(step.path, step.to)
    const old = await takeLocal(step.path)
    if (old) givenUp.add(await readFile(old, 'utf8'))
  }
  const onServer = (step: Act): void => {
    const before = remote.texts()[step.path]
    if (step.do === 'edit') {
      if (before !== undefined) givenUp.add(before)
      remote.write(step.path, note())
    } else if (before !== undefined && step.do === 'delete') {
      givenUp.add(before)
      remote.remove(step.path)
    } else if (before !== undefined && step.do === 'rename' && remote.texts()[step.to] === undefined) {
      remote.write(step.to, before)
      remote.remove(step.path)
    }
  }
  const note = (): string => {
    const text = `edit ${++edits}`
    written.add(text)
    return text
  }
  const trashed = async (): Promise<string[]> => {
    const { id } = await desk.view()
    const folder = layoutOf(desk.root, stateDirOf(desk.dataDir, id)).trash
    const names = (await readdir(folder)).filter((name) => !name.endsWith('.json'))
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  }
  const move = async (side: 'local' | 'remote', from: string, into: string): Promise<void> => {
    // Into a folder that is there already nothing is moved.
    if (side === 'local') return rename(at(from), at(into)).catch(() => undefined)
    const inside = Object.entries(remote.texts()).filter(([name]) => name.startsWith(`${from}/`))
    if (from === into || remote.folders().includes(into)) return
    for (const [name, text] of inside) remote.write(into + name.slice(from.length), text)
    remote.remove(from)
  }
  /** Ignored files rest where they are; without rules everything is synced again. */
  const ignore = (rules: string): Promise<void> => writeFile(at(IGNORE_FILE), rules)
  /** Every file gets an event without a change. */
  const touch = async (): Promise<void> => {
    const now = new Date()
    // After a restart the engine's own folder may just be made anew.
    const texts = await desk.texts().catch(() => ({}))
    for (const name of Object.keys(texts)) await utimes(at(name), now, now).catch(() => undefined)
  }
  return {
    async carryOut(step) {
      if (step.do === 'wait') return inStep(desk, 400).catch(() => undefined)
      if (step.do === 'restart') return desk.restart()
      if (step.do === 'touch') return touch()
      if (step.do === 'ignore') return ignore(step.rules)
      if (step.do === 'move') return move(step.side, step.from, step.into)
      if (step.do === 'clock') {
        desk.clockShift += step.days * 24 * 3600_000
        return
      }
      if (step.do === 'unzip') {
        for (const name of ['a.css', 'd/a.css', 'd/e/c.css', 'f/x.html'] as const)
          onServer({ do: 'edit', side: 'remote', path: name })
        return
      }
      let left = 'count' in step ? step.count : 0
      if (step.do === 'lose') {
        remote.onAnswer = () => {
          if (left-- > 0) throw new AppError('no-response', '试验中的故障')
        }
        return
      }
      if (step.do !== 'fail') return step.side === 'local' ? local(step) : onServer(step)
      remote.onCall = (call) => {
        if (call !== 'wait' && left-- > 0) throw new AppError(step.code, '试验中的故障')
      }
    },
    async lost() {
      const kept = new Set([
        ...Object.values(await desk.texts()),
        ...Object.values(remote.texts()),
        ...(await trashed()),
      ])
      return [...written].filter((text) => !kept.has(text) && !givenUp.has(text))
    },
    async resolveAll() {
      const { handlers } = desk.service
      const { id } = await desk.view()
      const files = (await handlers['workspaces.detail']({ id })).files.filter(({ state }) => state === 'conflict')
      for (const { path: name } of files) {
        const shown = await handlers['workspaces.conflict']({ id, path: name })
        const hashes = { localSha256: shown.local.sha256, remoteSha256: shown.remote.sha256 }
        await handlers['workspaces.resolve']({ id, path: name, choice: 'local', ...hashes })
      }
    },
    async without(texts) {
      return Object.fromEntries(Object.entries(texts).filter(([name]) => !isReserved(name) && name !== IGNORE_FILE))
    },
  }
}

const inStep = (desk: Desk, ms?: number): Promise<void> =>
  until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, failed: 0 }), ms)

/** Ends all trouble, agrees to safety stops, and waits until nothing is left to do. */
async function finish(desk: Desk, remote: FakeRemote): Promise<void> {
  remote.onCall = () => undefined
  remote.onAnswer = () => undefined
  const { handlers } = desk.service
  const { id } = await desk.view()
  const lists = (): number => remote.calls.filter((call) => call === 'list').length
  // Deletions settle over several cycles, so being in step once is not yet the end.
  for (let round = 0; round < 3; round++) {
    await until(async () => {
      if ((await desk.view()).state === 'halted') await desk.answer('proceed')
      const before = lists()
      await handlers['workspaces.syncNow']({ id })
      await until(() => lists() > before, 1000)
      await inStep(desk, 2000)
    })
  }
}

/**
 * One run: a synced folder, the steps, rest, then nothing is lost, and after all conflicts are answered both sides agree.
 */
export async function playSteps(steps: readonly Step[], server: FakeRemoteOptions = {}): Promise<void> {
  const remote = createFakeRemote({ 'a.css': 'start a', 'd/a.css': 'start d/a', 'd/e/c.css': 'start d/e/c' }, server)
  const desk = await openDesk(remote, { timing: { ...FAST, settle: 5, deleteSettle: 20, retryFirst: 20 } })
  try {
    await desk.connect()
    await until(async () => expect((await desk.view()).state).toBe('idle'))
    const play = createPlay(desk, remote)
    for (const step of steps) await play.carryOut(step)
    await play.carryOut({ do: 'ignore', rules: '' })
    await finish(desk, remote)
    expect(await play.lost()).toEqual([])
    await play.resolveAll()
    await until(async () => expect(await play.without(await desk.texts())).toEqual(remote.texts()))
  } finally {
    await desk.close()
  }
}
