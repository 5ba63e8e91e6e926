import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { link, lstat, mkdir, open, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { IGNORE_FILE } from '#services/sync/core/names.ts'
import { layoutOf } from '#services/sync/local/layout.ts'
import { errnoOf } from '#services/sync/local/hash.ts'
import { stateDirOf } from '#services/sync/records.ts'
import { textsIn } from '#tests/fakes/syncHarness.ts'
import type { ModelHost } from './modelHost.ts'
import { isBelow, type ModelServer } from './modelServer.ts'
import type { Act, Step } from './steps.ts'

/** What happens on both sides, with the memory of what was written and what a person replaced or deleted there. */
export interface People {
  carryOut(step: Step): Promise<void>
  /** Ends all trouble: the server answers, the disk has room, no file is held. */
  calm(): Promise<void>
  /** Written contents that are on no side, in no conflict copy and not in the trash, and that nobody gave up. */
  lost(): Promise<string[]>
}

let edits = 0
/** A disk that is full is filled up to its last page. */
const CHUNK = 64 * 1024

export function createPeople(host: ModelHost, server: ModelServer): People {
  const written = new Set<string>()
  const givenUp = new Set<string>()
  const held = new Set<string>()
  const at = (name: string): string => join(host.root, name)
  const aside = (): string => join(host.home, randomUUID())

  const giveUp = async (place: string): Promise<void> => {
    if ((await lstat(place)).isDirectory()) {
      for (const text of Object.values(await textsIn(place))) givenUp.add(text)
    } else givenUp.add(await readFile(place, 'utf8'))
  }
  /** Takes a file or folder away as an editor does, so that exactly what went is known; null when there was none. */
  const takeLocal = async (name: string): Promise<string | null> => {
    const place = aside()
    try {
      await rename(at(name), place)
      return place
    } catch (error) {
      if (REFUSED.includes(errnoOf(error))) return null
      throw error
    }
  }
  /** Puts a file there: `taken` when something stands there, `refused` when the disk does not let it. */
  const placeLocal = async (place: string, name: string): Promise<'done' | 'taken' | 'refused'> => {
    try {
      await mkdir(dirname(at(name)), { recursive: true })
      await link(place, at(name))
      return 'done'
    } catch (error) {
      // A file where a folder has to be made.
      if (errnoOf(error) === 'EEXIST' && (await lstat(at(name)).catch(() => null))) return 'taken'
      return 'refused'
    }
  }
  const editLocal = async (name: string): Promise<void> => {
    const place = aside()
    const text = note()
    try {
      await writeFile(place, text)
    } catch (error) {
      if (!REFUSED.includes(errnoOf(error))) throw error
      written.delete(text)
      return rm(place, { force: true })
    }
    let result = await placeLocal(place, name)
    for (let tries = 0; result === 'taken' && tries < 100; tries++) {
      const old = await takeLocal(name)
      if (old) await giveUp(old)
      // Held by another program: it can't be replaced.
      else if (held.has(name)) break
      result = await placeLocal(place, name)
    }
    if (result !== 'done') written.delete(text)
    await rm(place)
  }
  const renameLocal = async (from: string, to: string): Promise<void> => {
    const taken = await takeLocal(from)
    if (!taken) return
    const folder = (await lstat(taken)).isDirectory()
    if (folder) return rename(taken, at(to)).catch(() => giveUp(taken))
    if ((await placeLocal(taken, to)) !== 'done') await giveUp(taken)
  }
  const local = async (step: Act): Promise<void> => {
    switch (step.do) {
      case 'edit':
        return editLocal(step.path)
      case 'rename':
        return renameLocal(step.path, step.to)
      case 'case':
        return renameLocal(...caseOf(step.path, Boolean(await lstat(at(step.path)).catch(() => null))))
      case 'delete':
      case 'shape': {
        const old = await takeLocal(step.path)
        if (!old) return
        const folder = (await lstat(old)).isDirectory()
        await giveUp(old)
        if (step.do === 'shape') await editLocal(folder ? step.path : `${step.path}/in.css`)
      }
    }
  }
  const onServer = async (step: Act): Promise<void> => {
    const [texts, folders] = [await server.texts(), await server.folders()]
    const { path } = step
    const isThere = (place: string): boolean => Object.keys(texts).some((name) => isBelow(name, place))
    const free = (place: string): boolean =>
      !isThere(place) &&
      !folders.includes(place) &&
      !place.split('/').some((_name, n, all) => n > 0 && texts[all.slice(0, n).join('/')] !== undefined)
    const edit = async (place: string, before: string | null): Promise<void> => {
      const text = note()
      if (!(await server.write(place, text, before))) written.delete(text)
      else if (before !== null) givenUp.add(before)
    }
    const remove = async (): Promise<void> => {
      for (const text of await server.remove(path)) givenUp.add(text)
    }
    const folder = folders.includes(path)
    switch (step.do) {
      case 'edit':
        if (!folder && (texts[path] !== undefined || free(path))) await edit(path, texts[path] ?? null)
        return
      case 'delete':
      case 'shape':
        if (!isThere(path) && !folder) return
        await remove()
        if (step.do === 'shape') await edit(folder ? path : `${path}/in.css`, null)
        return
      case 'rename':
        if (isThere(path) && path !== step.to && free(step.to) && !isBelow(step.to, path))
          await server.move(path, step.to)
        return
      case 'case': {
        const [from, to] = caseOf(path, isThere(path))
        if (isThere(from) && free(to)) await server.move(from, to)
      }
    }
  }
  const note = (): string => {
    const text = `edit ${++edits}`
    written.add(text)
    return text
  }
  const trashed = async (): Promise<string[]> => {
    const [{ id } = { id: '' }] = await host.handlers()['workspaces.list']({})
    const folder = layoutOf(host.root, stateDirOf(host.dataDir, id)).trash
    const names = (await readdir(folder)).filter((name) => !name.endsWith('.json'))
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  }
  const moveFolder = async (side: 'local' | 'remote', from: string, into: string): Promise<void> => {
    // Into a folder that is there already nothing is moved.
    if (side === 'local') return rename(at(from), at(into)).catch(() => undefined)
    const folders = await server.folders()
    if (from === into || !folders.includes(from) || folders.includes(into)) return
    if ((await server.texts())[into] === undefined) await server.move(from, into)
  }
  /** Every file gets an event without a change. */
  const touch = async (): Promise<void> => {
    const now = new Date()
    // After a restart the engine's own folder may just be made anew.
    const texts = await textsIn(host.root).catch(() => ({}))
    for (const name of Object.keys(texts)) await utimes(at(name), now, now).catch(() => undefined)
  }
  const filler = join(host.home, 'filler')
  const fill = async (): Promise<void> => {
    if (!host.canFill) return
    const file = await open(filler, 'a')
    try {
      for (const size of [CHUNK, 4096]) {
        for (;;) {
          const { bytesWritten } = await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }))
          if (bytesWritten < size) break
        }
      }
    } finally {
      await file.close()
    }
  }
  /** A file under a mount of its own can't be replaced or removed (EBUSY). */
  const hold = async (path: string): Promise<void> => {
    if (!host.canFill || held.has(path) || !(await lstat(at(path)).catch(() => null))?.isFile()) return
    try {
      execFileSync('mount', ['--bind', at(path), at(path)], { stdio: 'ignore' })
      held.add(path)
    } catch {
      // It went at that moment.
    }
  }
  /** A folder above a held file may have moved, so the system is asked where the mounts are. */
  const release = async (): Promise<void> => {
    if (held.size === 0) return
    for (const line of (await readFile('/proc/mounts', 'utf8')).split('\n')) {
      const place = line.split(' ')[1]?.replaceAll('\\040', ' ') ?? ''
      if (place.startsWith(`${host.home}/`)) execFileSync('umount', ['--lazy', place])
    }
    held.clear()
  }
  const trouble = (step: Extract<Step, { count: number }>): void => {
    let left = step.count
    const fail = (code: 'no-response' | 'bad-answer' | 'rejected'): void => {
      if (left-- > 0) throw new AppError(code, '试验中的故障')
    }
    if (step.do === 'lose') server.troubles.onAnswer = () => fail('no-response')
    else server.troubles.onCall = (call) => (call === 'wait' ? undefined : fail(step.code))
  }
  return {
    async carryOut(step) {
      switch (step.do) {
        case 'wait':
          return host.rest()
        case 'restart':
          return host.restart()
        case 'kill':
          return host.kill(step.calls, step.ms)
        // What follows happens while it starts again; who works on it waits for it.
        case 'killServer':
          return server.kill(step.calls, step.ms)
        case 'events':
          return host.setDisorder(step.disorder)
        case 'touch':
          return touch()
        // Ignored files rest where they are; without rules everything is synced again.
        case 'ignore':
          return writeFile(at(IGNORE_FILE), step.rules).catch(() => undefined)
        case 'move':
          return moveFolder(step.side, step.from, step.into)
        case 'clock':
          return host.shiftClock(step.days * 24 * 3600_000)
        case 'unzip':
          for (const path of ['a.css', 'd/a.css', 'd/e/c.css', 'f/x.html'] as const)
            await onServer({ do: 'edit', side: 'remote', path })
          return
        case 'full':
          return step.on ? fill() : rm(filler, { force: true })
        case 'hold':
          return step.on ? hold(step.path) : release()
        // Calls that are under way see the server change before they are served.
        case 'slow':
          server.troubles.onCall = async (call) => {
            if (call !== 'wait') await sleep(step.ms)
          }
          return
        case 'lose':
        case 'fail':
          return trouble(step)
        default:
          return step.side === 'local' ? local(step) : onServer(step)
      }
    },
    async calm() {
      server.troubles.onCall = () => undefined
      server.troubles.onAnswer = () => undefined
      await server.up()
      await release()
      await rm(filler, { force: true })
      await writeFile(at(IGNORE_FILE), '')
    },
    async lost() {
      const local = await textsIn(host.root)
      const kept = new Set([...Object.values(local), ...Object.values(await server.texts()), ...(await trashed())])
      return [...written].filter((text) => !kept.has(text) && !givenUp.has(text))
    },
  }
}

/** What a person's step meets when the path is away, held, or on a full disk: it is not done. */
const REFUSED = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EBUSY', 'ENOSPC', 'EEXIST', 'ENOTEMPTY', 'EXDEV']

/** From one case to the other, whichever is there. */
function caseOf(path: string, isThere: boolean): [string, string] {
  const slash = path.lastIndexOf('/') + 1
  const other = path.slice(0, slash) + path.slice(slash).toUpperCase()
  return isThere ? [path, other] : [other, path]
}
