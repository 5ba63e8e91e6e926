import { mkdir, rm } from 'node:fs/promises'
import { arch, release, type } from 'node:os'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { SelfTestPoint, SelfTestReport } from '#shared/contract/selfTest.ts'
import { OUTCOME_TITLES, summarizeSelfTest } from '#shared/domain/selfTest.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** Thrown by a check that is impossible on this computer; the message gives the reason. */
export class NotPossibleError extends Error {}

/** A function of the program that the self-test checks. */
export interface Check {
  id: string
  /** In Chinese. */
  title: string
  /** Returns the result as text, or throws: NotPossibleError, or any other error for a failure. */
  run(): Promise<string>
}

/** ms. Timeout of a check. */
const CHECK_TIMEOUT_MS = 60_000

/** Folder for the checks' own files: beside the data folder, which may not be synced. */
export const filesFolderOf = (reportFolder: string): string => join(reportFolder, 'files')

export const REPORT_FILE = 'self-test.json'

/**
 * Runs the checks one after the other, writes the report into `folder` after each of them (`self-test.json` and
 * `self-test.txt`) and returns it. A failed check doesn't stop the next ones.
 */
async function runChecks(
  checks: readonly Check[],
  facts: { version: string; host: 'electron' | 'browser'; folder: string; now: Date },
): Promise<SelfTestReport> {
  const { version, host, folder, now } = facts
  const report: SelfTestReport = {
    version,
    host,
    system: `${type()} ${release()} ${arch()}`,
    startedAt: now.getTime(),
    isFinished: false,
    points: [],
  }
  await mkdir(filesFolderOf(folder), { recursive: true })
  for (const check of checks) {
    report.points.push(await runCheck(check))
    report.isFinished = report.points.length === checks.length
    await writeFileAtomic(join(folder, REPORT_FILE), JSON.stringify(report, null, 2))
    await writeFileAtomic(join(folder, 'self-test.txt'), describeReport(report))
  }
  await rm(filesFolderOf(folder), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  return report
}

/** Runs the checks, prints the report and returns the exit code: 0 when nothing failed. */
export async function runAndPrintChecks(...given: Parameters<typeof runChecks>): Promise<number> {
  const report = await runChecks(...given)
  process.stdout.write(`${describeReport(report)}\n报告：${given[1].folder}\n`)
  return hasPassed(report) ? 0 : 1
}

async function runCheck({ id, title, run }: Check): Promise<SelfTestPoint> {
  const before = performance.now()
  const point = (outcome: SelfTestPoint['outcome'], detail: string): SelfTestPoint => ({
    id,
    title,
    outcome,
    detail,
    ms: Math.round(performance.now() - before),
  })
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${CHECK_TIMEOUT_MS / 1000} 秒内未完成`)), CHECK_TIMEOUT_MS)
  try {
    return point('passed', await Promise.race([run(), late]))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return point(error instanceof NotPossibleError ? 'impossible' : 'failed', text)
  } finally {
    clearTimeout(timer)
  }
}

/** The report as a text for the user. */
function describeReport(report: SelfTestReport): string {
  const { version, host, system, startedAt, points } = report
  return [
    `站匠自检报告  版本 ${version}（${host === 'electron' ? '桌面程序' : '浏览器方式'}）`,
    `系统：${system}`,
    `时间：${formatDateTime(new Date(startedAt))}`,
    '',
    ...points.map(
      ({ title, outcome, detail, ms }) =>
        `[${OUTCOME_TITLES[outcome]}] ${title}（${ms} 毫秒）${detail ? `：${detail}` : ''}`,
    ),
    '',
    summarizeSelfTest(report),
    '',
  ].join('\n')
}

/** Whether all checks that are possible here passed. */
const hasPassed = ({ isFinished, points }: SelfTestReport): boolean =>
  isFinished && points.every(({ outcome }) => outcome !== 'failed')
