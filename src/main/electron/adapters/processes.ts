import { app } from 'electron'
import type { ProcessUse } from '#services/ports.ts'

const NAMES: Record<string, string> = {
  Browser: '站匠',
  Tab: '窗口',
  GPU: '图形',
  Zygote: '准备进程',
  'Sandbox helper': '沙箱',
  Utility: '辅助进程',
}

/** All processes of the program as Chromium measures them; the built-in server is one of them. */
export function measuredProcesses(): ProcessUse[] {
  return app.getAppMetrics().map(({ pid, type, name, cpu, memory }) => ({
    name: name || (NAMES[type] ?? type),
    pid,
    cpu: cpu.percentCPUUsage,
    // Kilobytes.
    memory: memory.workingSetSize * 1024,
  }))
}
