import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { type CrashReport, crashReport } from '#shared/contract/diagnostics.ts'
import { redact } from '#shared/util/redact.ts'

/** Folder of reports and dumps, which are never sent automatically. */
export const crashFolder = (dataDir: string): string => join(dataDir, 'crashes')
/** Dumps of Chromium's processes. They contain memory, so this program never sends them anywhere. */
export const dumpFolder = (dataDir: string): string => join(crashFolder(dataDir), 'dumps')
const MAX_REPORTS = 20
const stored = crashReport.omit({ id: true })
const REPORT = /^\d+-\w+\.json$/

interface Crash {
  process: CrashReport['process']
  error: unknown
  version: string
  /** The process's last output lines. */
  tail?: readonly string[]
}

/** Writes a report synchronously, because the process may be about to end. Never throws. */
export function reportCrash(dataDir: string, { process: name, error, version, tail = [] }: Crash, now: Date): void {
  const hidden = { placeholder: '[已隐藏]' }
  const known = redact(error, hidden)
  const { message } = typeof known === 'object' && known !== null ? (known as { message?: unknown }) : {}
  const text = typeof message === 'string' ? message : String(known)
  const details = [
    typeof known === 'string' ? '' : JSON.stringify(known, null, 1),
    ...tail.map((line) => redact(line, hidden)),
  ]
  const report: z.input<typeof stored> = {
    time: now.getTime(),
    process: name,
    text: text.slice(0, 1000),
    version,
    details: details.filter(Boolean).join('\n').slice(0, 50_000),
  }
  try {
    const folder = crashFolder(dataDir)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, `${now.getTime()}-${name}.json`), JSON.stringify(report), { mode: 0o600 })
    const names = readdirSync(folder)
      .filter((each) => REPORT.test(each))
      .toSorted()
    for (const old of names.slice(0, Math.max(0, names.length - MAX_REPORTS)))
      rmSync(join(folder, old), { force: true })
  } catch {
    // A crash must end as it would without a report.
  }
}

/** Reports an uncaught exception of this process, which still ends the process. */
export function watchOwnCrashes(dataDir: string, version: string): void {
  process.on('uncaughtExceptionMonitor', (error) =>
    reportCrash(dataDir, { process: 'host', error, version }, new Date()),
  )
}

/** The reports, newest first. */
export async function readCrashReports(dataDir: string): Promise<CrashReport[]> {
  const names = (await readdir(crashFolder(dataDir)).catch(() => [])).filter((name) => REPORT.test(name))
  const reports = await Promise.all(names.map((name) => readReport(dataDir, name)))
  return reports.filter((report) => report !== null).toSorted((a, b) => b.time - a.time)
}

async function readReport(dataDir: string, name: string): Promise<CrashReport | null> {
  try {
    return { id: name, ...stored.parse(JSON.parse(await readFile(join(crashFolder(dataDir), name), 'utf8'))) }
  } catch {
    return null
  }
}

/** Number of dumps of Chromium's processes. */
export async function countDumps(dataDir: string): Promise<number> {
  const names = await readdir(dumpFolder(dataDir), { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.dmp')).length
}

/** Deletes reports and dumps; the folders stay, because Chromium writes into them. */
export async function clearCrashes(dataDir: string): Promise<void> {
  const names = await readdir(crashFolder(dataDir), { recursive: true }).catch(() => [])
  for (const name of names)
    if (REPORT.test(name) || name.endsWith('.dmp')) await rm(join(crashFolder(dataDir), name), { force: true })
}
