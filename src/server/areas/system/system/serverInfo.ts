import { statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerDeps } from '#server/deps.ts'
import type { ServerInfo } from '#shared/contract/home.ts'

interface Sample {
  at: number
  busy: number
  all: number
}

/** ms between two samples: shorter intervals are imprecise, older samples are outdated. */
const MIN_INTERVAL_MS = 500
const SAMPLE_INTERVAL_MS = 10_000
const MAX_AGE_MS = 30_000
const FIRST_INTERVAL_MS = 200

function readSample(): Sample {
  const times = os.cpus().map((cpu) => cpu.times)
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  const idle = times.reduce((sum, each) => sum + each.idle, 0)
  return { at: performance.now(), busy: all - idle, all }
}

/** The two latest samples, from the start of the process on. */
let [older, newer] = [readSample(), readSample()]
let sampling: NodeJS.Timeout | null = null

/** CPU usage of the last seconds, 0 to 1. Only the first call after a long pause waits for a sample. */
async function readCpuUsage(): Promise<number> {
  sampling ??= setInterval(() => ([older, newer] = [newer, readSample()]), SAMPLE_INTERVAL_MS).unref()
  if (performance.now() - newer.at > MAX_AGE_MS) {
    older = newer = readSample()
    await delay(FIRST_INTERVAL_MS)
  }
  const now = readSample()
  const from = now.at - newer.at >= MIN_INTERVAL_MS ? newer : older
  return now.all > from.all ? Math.min(1, Math.max(0, (now.busy - from.busy) / (now.all - from.all))) : 0
}

/** Used share of the data folder's disk in percent; empty when unreadable. */
async function readDiskUsage(dataDir: string): Promise<number[]> {
  try {
    const { blocks, bavail } = await statfs(dataDir)
    return blocks > 0 ? [Math.round(((blocks - bavail) / blocks) * 10_000) / 100] : []
  } catch {
    return []
  }
}

function findServerIp(): string {
  const all = Object.values(os.networkInterfaces()).flatMap((each) => each ?? [])
  const outside = all.filter(({ internal }) => !internal)
  return (outside.find(({ family }) => family === 'IPv4') ?? outside[0] ?? all[0])?.address ?? ''
}

/** C·§3 information about this machine. Uses Node's own functions, which start no process. */
export async function readServerInfo({ dataDir, clock }: Pick<ServerDeps, 'dataDir' | 'clock'>): Promise<ServerInfo> {
  const [usage, disk] = await Promise.all([readCpuUsage(), readDiskUsage(dataDir)])
  const total = os.totalmem()
  const cpus = os.cpus()
  return {
    cpuUsage: usage,
    memoryUsed: total - os.freemem(),
    memoryTotal: total,
    diskUsage: disk,
    serverIp: findServerIp(),
    javaVersion: `Node.js ${process.version}`,
    fileSeparator: path.sep,
    jvmTotalMemory: process.memoryUsage.rss(),
    cpuCoresCount: cpus.length,
    cpuProcessorCount: os.availableParallelism(),
    cpuName: cpus[0]?.model.trim() ?? '',
    osName: `${os.type()} ${os.release()} ${os.arch()}`,
    clockSkewMs: clock.skewMs?.() ?? 0,
  }
}
