import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type SelfTestReport, selfTestReport } from '#shared/contract/selfTest.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Ports } from '../ports.ts'
import type { Emit } from '../types.ts'
import { REPORT_FILE } from './run.ts'

const POLL_MS = 300

export interface SelfTests {
  /** Runs a self-test and returns its report; `locked` while one is running. */
  run(): Promise<SelfTestReport>
  stop(): void
}

/** Starts this program again with `--self-test`, in its own data folder, which is removed afterwards. */
export function createSelfTests(deps: { program: Ports['program']; emit: Emit }): SelfTests {
  let child: ChildProcess | null = null
  let isBusy = false
  const start = async (folder: string): Promise<SelfTestReport> => {
    const { command, args } = deps.program
    const process = spawn(command, [...args, '--self-test', '--data', join(folder, 'data'), '--report', folder], {
      stdio: 'ignore',
      windowsHide: true,
    })
    child = process
    const ended = once(process, 'exit')
    let shown = 0
    let isRunning = true
    void ended.finally(() => (isRunning = false)).catch(() => undefined)
    while (isRunning) {
      await Promise.race([ended, delay(POLL_MS)])
      const report = await readReport(folder)
      if (report && report.points.length > shown) deps.emit('selfTest.changed', report)
      shown = report?.points.length ?? shown
    }
    const report = await readReport(folder)
    if (!report) throw new AppError('unavailable', '自检启动失败，请查看日志')
    return report
  }
  return {
    async run() {
      if (isBusy) throw new AppError('locked', '自检正在进行，请在完成后重试')
      isBusy = true
      let folder = ''
      try {
        folder = await mkdtemp(join(tmpdir(), 'sitecraft-self-test-'))
        return await start(folder)
      } finally {
        child = null
        isBusy = false
        if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
      }
    },
    stop: () => void child?.kill(),
  }
}

async function readReport(folder: string): Promise<SelfTestReport | null> {
  try {
    return selfTestReport.parse(JSON.parse(await readFile(join(folder, REPORT_FILE), 'utf8')))
  } catch {
    return null
  }
}
