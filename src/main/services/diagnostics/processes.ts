import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ProcessUse } from '../ports.ts'

const run = promisify(execFile)
const PAGE_BYTES = 4096
/** Of /proc; constant on Linux. */
const TICKS_PER_SECOND = 100
const TIMEOUT_MS = 5000

/** CPU time so far in ms, and memory in bytes; null where the system doesn't report it. */
interface ResourceUse {
  cpuMs: number | null
  memory: number | null
}
const UNKNOWN: ResourceUse = { cpuMs: null, memory: null }

/**
 * Measures this process and the built-in server where Electron doesn't. CPU use refers to the time between two calls.
 * @param serverPid 0 for none
 */
export function createProcesses(serverPid: () => Promise<number>): () => Promise<ProcessUse[]> {
  let former = new Map<number, { cpuMs: number; at: number }>()
  return async () => {
    const server = await serverPid()
    const asked = [
      { name: '站匠', pid: process.pid, used: measureSelf() },
      ...(server > 0 ? [{ name: '内置服务器', pid: server, used: await measure(server) }] : []),
    ]
    const at = performance.now()
    const next: typeof former = new Map()
    const uses = asked.map(({ name, pid, used: { cpuMs, memory } }): ProcessUse => {
      const before = former.get(pid)
      if (cpuMs !== null) next.set(pid, { cpuMs, at })
      const cpu = cpuMs !== null && before && at > before.at ? ((cpuMs - before.cpuMs) / (at - before.at)) * 100 : null
      return { name, pid, cpu, memory }
    })
    former = next
    return uses
  }
}

function measureSelf(): ResourceUse {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, memory: process.memoryUsage.rss() }
}

async function measure(pid: number): Promise<ResourceUse> {
  try {
    if (process.platform === 'linux') return parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'))
    if (process.platform === 'win32') {
      const args = ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']
      return parseTasklist((await run('tasklist.exe', args, { timeout: TIMEOUT_MS, windowsHide: true })).stdout)
    }
    return parsePs((await run('ps', ['-o', 'time=,rss=', '-p', String(pid)], { timeout: TIMEOUT_MS })).stdout)
  } catch {
    return UNKNOWN
  }
}

/** proc(5): the name in brackets may hold anything; utime is field 14, stime 15, rss 24. */
export function parseProcStat(stat: string): ResourceUse {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [utime, stime, rss] = [fields[11], fields[12], fields[21]].map(Number)
  if (utime === undefined || stime === undefined || rss === undefined || Number.isNaN(utime + stime + rss))
    return UNKNOWN
  return { cpuMs: ((utime + stime) / TICKS_PER_SECOND) * 1000, memory: rss * PAGE_BYTES }
}

/** `  1:02.34  45678`: minutes, seconds, kilobytes; hours may precede. */
export function parsePs(line: string): ResourceUse {
  const [time = '', rss = ''] = line.trim().split(/\s+/)
  if (!/^[\d:.-]+$/.test(time) || !/^\d+$/.test(rss)) return UNKNOWN
  const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0)
  return { cpuMs: seconds * 1000, memory: Number(rss) * 1024 }
}

/** `"node.exe","1234","Console","1","45,678 K"`; the thousands separator depends on the system's locale. */
export function parseTasklist(line: string): ResourceUse {
  const memory = /"([^"]*)\s?K"\s*$/.exec(line.trim())?.[1]?.replace(/\D/g, '')
  return { cpuMs: null, memory: memory ? Number(memory) * 1024 : null }
}
