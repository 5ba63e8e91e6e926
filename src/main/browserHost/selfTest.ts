import { createKeychain } from '#services/auth/keychain.ts'
import { createHostChecks } from '#services/selfTest/hostChecks.ts'
import { type Check, filesFolderOf, NotPossibleError, runAndPrintChecks } from '#services/selfTest/run.ts'
import type { BrowserHost } from './host.ts'

const WINDOW_POINTS = {
  window: '打开窗口并显示页面',
  print: '打印为 PDF',
  copy: '复制到剪贴板',
  notify: '系统通知',
  update: '检查更新',
}

/** Checks what this host can do without a window and prints the report; returns the exit code. */
export async function runSelfTest(
  { host }: BrowserHost,
  facts: { version: string; reportFolder: string },
): Promise<number> {
  const run = async (): Promise<string> => {
    throw new NotPossibleError('浏览器方式没有独立窗口，由浏览器完成')
  }
  const checks: Check[] = [
    { id: 'start', title: '启动', run: async () => `${Math.round(performance.now())} 毫秒后服务就绪` },
    ...createHostChecks(host, createKeychain(), filesFolderOf(facts.reportFolder)),
    ...Object.entries(WINDOW_POINTS).map(([id, title]) => ({ id, title, run })),
    {
      id: 'memory',
      title: '内存',
      run: async () => `程序本身 ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB`,
    },
  ]
  const { version, reportFolder } = facts
  return runAndPrintChecks(checks, { version, host: 'browser', folder: reportFolder, now: new Date() })
}
