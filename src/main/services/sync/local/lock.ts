import { createHash, randomUUID } from 'node:crypto'
import { constants, copyFile, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { errnoOf, isMissing } from './hash.ts'
import { isAlive } from '#services/dataFolder/processRecord.ts'
import { createReservedFolder, type Layout } from './layout.ts'

/** ms. A lock that was not renewed for this long is stale. */
const EXPIRY_MS = 60_000
const RENEW_INTERVAL_MS = 15_000

const holder = z.object({ owner: z.string(), host: z.string(), pid: z.number(), template: z.string(), at: z.number() })
type Holder = z.output<typeof holder>

/** The system clock, which all computers share, and timers; tests replace them. */
export interface LockTime {
  now(): number
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}
const REAL_TIME: LockTime = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
}

/**
 * Owner ids of this process's locks. A lock with this process id but an unknown owner was left in a folder that was
 * temporarily missing.
 */
const ownLocks = new Set<string>()

export interface FolderLock {
  /** Aborted when another process has taken over the folder, for example after this machine slept. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/**
 * S30: locks the folder for this process. Errors: `locked` names the program that holds the lock; ENOENT when the
 * folder is missing. If the lock is in the workspace's state folder, the lock inside the workspace is held only
 * briefly, and the marker tells other processes the path of the real lock.
 */
export async function lockFolder(layout: Layout, template: string, time: LockTime = REAL_TIME): Promise<FolderLock> {
  await createReservedFolder(layout)
  const first = await acquireLock(layout, template, time, layout.folderLock)
  const isLockElsewhere = layout.lock !== layout.folderLock
  try {
    const other = await readMarkedHolder(layout, time.now)
    if (other) throw new AppError('locked', lockedMessage(other))
    const lock = isLockElsewhere ? await acquireLock(layout, template, time, layout.lock) : first
    await writeMarker(layout)
    if (isLockElsewhere) await first.release()
    return lock
  } catch (error) {
    await first.release()
    throw error
  }
}

async function acquireLock(layout: Layout, template: string, time: LockTime, path: string): Promise<FolderLock> {
  const { now } = time
  const me = { owner: randomUUID(), host: hostname(), pid: process.pid, template }
  ownLocks.add(me.owner)
  await acquire(path, { ...me, at: now() }, now).catch((error: unknown) => {
    ownLocks.delete(me.owner)
    throw error
  })
  const lost = new AbortController()
  const renewing = new AbortController()
  const renew = async (): Promise<void> => {
    for (;;) {
      await time.sleep(RENEW_INTERVAL_MS, renewing.signal)
      if ((await readHolder(path))?.owner !== me.owner || (await readMarkedHolder(layout, now))) return lost.abort()
      await writeFileAtomic(path, JSON.stringify({ ...me, at: now() }))
      // Renewed each time, because `git clean -x` removes the marker.
      await writeMarker(layout).catch(() => undefined)
    }
  }
  const renewal = renew().catch((error: unknown) => {
    if (!renewing.signal.aborted) lost.abort(error)
  })
  return {
    lost: lost.signal,
    async release() {
      renewing.abort()
      await renewal
      ownLocks.delete(me.owner)
      if ((await readHolder(path))?.owner === me.owner) await rm(path, { force: true })
    },
  }
}

const marker = z.object({ workspace: z.string(), lock: z.string() })

async function readMarker(path: string): Promise<z.output<typeof marker> | null> {
  try {
    return marker.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}

async function writeMarker(layout: Layout): Promise<void> {
  if (layout.stateDir === null) return
  const text = JSON.stringify({ workspace: layout.stateDir, lock: layout.lock })
  if ((await readFile(layout.marker, 'utf8').catch(() => '')) === text) return
  await createReservedFolder(layout)
  await writeFileAtomic(layout.marker, text)
}

/** Whether the folder belonged to this workspace at the last sync, so that its base is valid for it. */
export const belongsToWorkspace = async ({ marker, stateDir }: Layout): Promise<boolean> =>
  (await readMarker(marker))?.workspace === stateDir

/** The holder of another lock that the marker names, possibly of another program. */
async function readMarkedHolder(layout: Layout, now: () => number): Promise<Holder | null> {
  const marked = await readMarker(layout.marker)
  return marked && marked.lock !== layout.lock ? readActiveHolder(marked.lock, now) : null
}

/** The current holder of the folder's lock; null when it is free. */
export const readFolderHolder = async (layout: Layout, now: () => number = Date.now): Promise<Holder | null> =>
  (await readActiveHolder(layout.folderLock, now)) ?? readMarkedHolder(layout, now)

async function readActiveHolder(path: string, now: () => number): Promise<Holder | null> {
  const current = await readHolder(path)
  return current && !isStale(current, now()) ? current : null
}

export const lockedMessage = ({ host, pid, template }: Holder): string =>
  `该文件夹正由另一个站匠同步（电脑 ${host}，进程 ${pid}，模板 ${template}），请先在该电脑上断开同步或退出站匠`

async function acquire(path: string, mine: Holder, now: () => number): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await createLock(path, mine)) return
    const current = await readLock(path)
    if (typeof current === 'object' && !isStale(current, now())) throw new AppError('locked', lockedMessage(current))
    if (current !== 'none') await removeStale(path, ownerOf(current), mine, now)
  }
  throw new AppError('locked', '该文件夹正由另一个站匠同步，请稍后再试')
}

/** false: a lock exists already. */
const createLock = (path: string, mine: Holder): Promise<boolean> =>
  createAtomically(path, mine, async (aside) => {
    if (await readHolder(path)) return false
    await rename(aside, path)
    return true
  })

/**
 * Writes the file aside and links it, so that it appears completely or not at all, even on a full disk or if this
 * process is killed. false: the file exists already. On volumes without hard links, `unlinked` writes it.
 */
async function createAtomically(
  path: string,
  mine: Holder,
  unlinked: (aside: string) => Promise<boolean>,
): Promise<boolean> {
  const aside = `${path}.${mine.owner}`
  try {
    await writeFile(aside, JSON.stringify(mine))
    const linked = await link(aside, path).then(() => null, errnoOf)
    if (linked === 'EEXIST') return false
    return linked === null || (await unlinked(aside))
  } finally {
    await rm(aside, { force: true })
  }
}

/**
 * Several processes may find the same stale lock. Only the holder of the claim may remove it, after reading it again,
 * so that a fresh lock is never removed because of the stale one.
 */
async function removeStale(path: string, owner: string, mine: Holder, now: () => number): Promise<void> {
  const claim = `${path}.takeover-${createHash('sha256').update(owner).digest('hex').slice(0, 16)}`
  if (!(await acquireClaim(claim, mine, now))) return
  try {
    const current = await readLock(path)
    if (current !== 'none' && ownerOf(current) === owner) await rm(path, { force: true })
  } finally {
    await rm(claim, { force: true })
  }
}

/** Whether this process now holds the claim. A stale claim is removed for the next attempt. */
async function acquireClaim(claim: string, mine: Holder, now: () => number): Promise<boolean> {
  if (await createAtomically(claim, mine, (aside) => copyNew(aside, claim))) return true
  const claimant = await readHolder(claim)
  const there = claimant ? null : await stat(claim).catch(() => null)
  const isLeft = claimant ? isStale(claimant, now()) : there && Math.abs(Date.now() - there.mtimeMs) > EXPIRY_MS
  if (isLeft) await rm(claim, { force: true })
  return false
}

const copyNew = (from: string, to: string): Promise<boolean> =>
  copyFile(from, to, constants.COPYFILE_EXCL).then(
    () => true,
    (error: unknown) => {
      if (errnoOf(error) === 'EEXIST') return false
      throw error
    },
  )

async function readHolder(path: string): Promise<Holder | null> {
  const current = await readLock(path)
  return typeof current === 'object' ? current : null
}

/** damaged: the file exists but is no valid lock, for example after a power cut. */
async function readLock(path: string): Promise<Holder | 'none' | 'damaged'> {
  try {
    return holder.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (isMissing(error)) return 'none'
    if (error instanceof SyntaxError || error instanceof z.ZodError) return 'damaged'
    throw error
  }
}

const ownerOf = (current: Holder | 'damaged'): string => (current === 'damaged' ? '' : current.owner)

function isStale(current: Holder, now: number): boolean {
  if (Math.abs(now - current.at) > EXPIRY_MS) return true
  if (current.host !== hostname()) return false
  return current.pid === process.pid ? !ownLocks.has(current.owner) : !isAlive(current.pid)
}
