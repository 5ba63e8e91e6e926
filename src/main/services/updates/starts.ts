import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { type FormerData, describeData } from './formerData.ts'

/** Failed starts after which the former version is installed again. */
const MAX_STARTS = 2
/** Attempts to reinstall the former version, after which the current one keeps starting. */
const MAX_RETURNS = 2
/** Maximum number of failed versions that are remembered. */
const MAX_BAD = 20

const former = z.object({
  version: z.string(),
  /** The state of its data. */
  data: z.object({ format: z.number(), copies: z.array(z.string()).readonly() }),
})
const starts = z.object({
  /** The version that was started last. */
  version: z.string(),
  /** Whether it has shown a page in any start. */
  confirmed: z.boolean(),
  /** Number of its starts without a page. */
  count: z.number(),
  former: former.nullable(),
  /** Versions that failed to start; they are not offered again. */
  bad: z.array(z.string()),
  /** Attempts to reinstall the former version. */
  returns: z.number(),
  /** The failed version that this one replaced; '' for none. */
  returnedFrom: z.string(),
})
export type Starts = z.output<typeof starts>
export interface Former {
  version: string
  data: FormerData
}

/** Folder of this and the former version's packages, and of the start records. */
export const updatesFolder = (dataDir: string): string => join(dataDir, 'updates')
/** A version's package with the signed channel file. */
export const packageFolder = (dataDir: string, version: string): string => join(updatesFolder(dataDir), version)
const fileOf = (dataDir: string): string => join(updatesFolder(dataDir), 'starts.json')

/** The results of earlier starts; null before the first, or when the file can't be read. */
export function readStarts(dataDir: string): Starts | null {
  try {
    return starts.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return null
  }
}

function write(dataDir: string, now: Starts): void {
  mkdirSync(updatesFolder(dataDir), { recursive: true, mode: 0o700 })
  writeFileAtomic.sync(fileOf(dataDir), JSON.stringify(now), { mode: 0o600 })
}

/**
 * Records a start before anything else runs. Returns the version to reinstall when this one has failed to show a page
 * in two starts and the former package is kept; null: continue the start. Throws write errors.
 */
export function countStart(dataDir: string, version: string): Former | null {
  const before = readStarts(dataDir)
  const now = before?.version === version ? before : createStartRecord(dataDir, version, before)
  if (now.confirmed) {
    if (now !== before) write(dataDir, now)
    return null
  }
  const goesBack = now.count >= MAX_STARTS && now.returns < MAX_RETURNS && now.former !== null
  if (!goesBack || !now.former || !hasPackage(dataDir, now.former.version)) {
    write(dataDir, { ...now, count: now.count + 1 })
    return null
  }
  const bad = [...now.bad.filter((each) => each !== version), version].slice(-MAX_BAD)
  write(dataDir, { ...now, bad, returns: now.returns + 1 })
  return now.former
}

/** The record for a version that differs from the last start's. */
function createStartRecord(dataDir: string, version: string, before: Starts | null): Starts {
  const fresh = { version, confirmed: false, count: 0, former: null, bad: before?.bad ?? [], returns: 0 }
  if (!before) return { ...fresh, returnedFrom: '' }
  const returned = before.former?.version === version && before.bad.includes(before.version)
  // It has shown its pages before.
  if (returned) return { ...fresh, confirmed: true, returnedFrom: before.version }
  const former = before.confirmed ? { version: before.version, data: describeData(dataDir) } : before.former
  return { ...fresh, former: former?.version === version ? null : former, returnedFrom: '' }
}

const hasPackage = (dataDir: string, version: string): boolean => {
  try {
    return readdirSync(packageFolder(dataDir, version)).length > 0
  } catch {
    return false
  }
}

/** This version has shown a page: it stays, and the former version's package is deleted. */
export function confirmStart(dataDir: string, version: string): void {
  const now = readStarts(dataDir)
  if (now?.version !== version || now.confirmed) return
  write(dataDir, { ...now, confirmed: true, count: 0, former: null, returns: 0 })
  for (const name of readdirSync(updatesFolder(dataDir)))
    if (name === now.former?.version) rmSync(packageFolder(dataDir, name), { recursive: true, force: true })
}

/** Uncounts a start that ended for another reason than the version (a full disk, a folder that can't be written). */
export function uncountStart(dataDir: string, version: string): void {
  const now = readStarts(dataDir)
  if (now?.version === version && !now.confirmed) write(dataDir, { ...now, count: Math.max(0, now.count - 1) })
}
