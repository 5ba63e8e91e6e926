import { randomUUID } from 'node:crypto'
import { cpus, freemem, release, totalmem } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { CrashReport, PackageFile, Running } from '#shared/contract/diagnostics.ts'
import type { Connection, Settings } from '#shared/contract/host.ts'
import type { NetworkStatus } from '#shared/contract/network.ts'
import type { Workspace } from '#shared/contract/workspace.ts'
import { AppError } from '#shared/errors/index.ts'
import { type Anonymiser, createAnonymiser, type KnownName } from './anonymise.ts'
import { readLog } from './readLog.ts'

/** Maximum number of log lines in the package, and of its warnings and errors. */
const MAX_LINES = 3000
const MAX_WARNINGS = 2000

interface PackageSources {
  logPath: string
  /** Folder of the program itself, whose paths may be included. */
  programFolder: string
  program: () => { version: string; host: string; safe: boolean; policies: readonly string[] }
  known: () => Promise<KnownName[]>
  settings: () => Promise<Settings>
  connections: () => readonly Connection[]
  network: () => Promise<NetworkStatus>
  workspaces: () => Promise<readonly Workspace[]>
  running: () => Promise<Running>
  crashes: () => Promise<CrashReport[]>
  now: () => Date
}

interface Prepared {
  id: string
  files: PackageFile[]
}

/** The diagnostic package; the saved bytes are exactly the shown ones. */
export function createPackages(sources: PackageSources) {
  let last: Prepared | null = null
  return {
    async prepare(): Promise<Prepared> {
      last = { id: randomUUID(), files: await collectFiles(sources) }
      return last
    },
    /** The chosen files of the shown package as a zip. @throws not-found when another package replaced it */
    async zip(id: string, names: readonly string[]): Promise<Buffer> {
      const files = last?.id === id ? last.files.filter(({ name }) => names.includes(name)) : []
      if (files.length === 0) throw new AppError('not-found', '诊断信息已重新收集，请重新查看后再保存')
      const zip = new ZipFile()
      for (const { name, text } of files) zip.addBuffer(Buffer.from(text), name, { mtime: sources.now() })
      zip.end()
      return buffer(zip.outputStream)
    },
  }
}

async function collectFiles(sources: PackageSources): Promise<PackageFile[]> {
  const anonymiser = createAnonymiser(await sources.known(), sources.programFolder)
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  const made: [name: string, title: string, text: () => Promise<string>][] = [
    ['program.json', '程序与系统', async () => json(describeProgram(sources))],
    ['settings.json', '设置', async () => json(await describeSettings(sources))],
    ['connections.json', '连接与网络', async () => json(await describeConnections(sources))],
    ['workspaces.json', '本地同步', async () => json(await describeWorkspaces(sources))],
    ['running.json', '运行状况', async () => json(await describeRunning(sources))],
    ['crashes.json', '崩溃报告', async () => json(await describeCrashes(sources, anonymiser))],
    ['warnings.jsonl', '日志：警告和错误', () => formatLogLines(sources, anonymiser, 'warn', MAX_WARNINGS)],
    ['log.jsonl', '日志：最近的全部记录', () => formatLogLines(sources, anonymiser, 'info', MAX_LINES)],
  ]
  const files: PackageFile[] = []
  for (const [name, title, text] of made) {
    // One part that fails must not hold back the others.
    const content = await text().catch((error: unknown) => json({ error: anonymiser.text(String(error)) }))
    files.push({ name, title, text: content, bytes: Buffer.byteLength(content) })
  }
  return files
}

function describeProgram({ program, now }: PackageSources): object {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions()
  return {
    ...program(),
    madeAt: now().toISOString(),
    platform: process.platform,
    release: release(),
    architecture: process.arch,
    node: process.versions.node,
    electron: process.versions.electron ?? null,
    chromium: process.versions.chrome ?? null,
    processors: cpus().length,
    memory: { total: totalmem(), free: freemem() },
    timeZone,
    locale,
    runningSeconds: Math.round(process.uptime()),
  }
}

/** Settings stored by account contain its name, so only their number is included. */
async function describeSettings({ settings }: PackageSources): Promise<object> {
  const { wideForms, homeCards, ...others } = await settings()
  return { ...others, wideForms: wideForms.length, homeCards: homeCards.length }
}

/** Number and kinds of servers, without their addresses. */
async function describeConnections({ connections, network }: PackageSources): Promise<object> {
  const { form, hasPassword, client, lasting, managed } = await network()
  return {
    connections: connections().map(({ kind, baseUrl, pathMap, certificate }) => ({
      kind,
      scheme: URL.canParse(baseUrl) ? new URL(baseUrl).protocol : '',
      belowPath: URL.canParse(baseUrl) && new URL(baseUrl).pathname !== '/',
      otherPaths: Object.keys(pathMap).length,
      ownCertificate: certificate !== '',
    })),
    network: {
      mode: form.mode,
      exceptions: form.exceptions.split(',').filter(Boolean).length,
      signsIn: form.username !== '',
      authorities: form.authorities !== '',
      hasPassword,
      clientCertificate: client !== null,
      lasting,
      managed,
    },
  }
}

async function describeWorkspaces({ workspaces }: PackageSources): Promise<object> {
  return (await workspaces()).map(({ state, files, waiting, conflicts, failed, lastSync, halt }, index) => ({
    workspace: index + 1,
    state,
    files,
    waiting,
    conflicts,
    failed,
    lastSync,
    halted: halt !== null,
  }))
}

async function describeRunning({ running }: PackageSources): Promise<object> {
  const { processes, serverPort, uploads, jobs, folder } = await running()
  return {
    processes: processes.map(({ cpu, memory }, index) => ({ process: index + 1, cpu, memory })),
    serverPort,
    uploads,
    jobs: jobs?.map(({ state, progress }) => ({ state, progress })) ?? null,
    folder: { parts: folder.parts.map(({ bytes }) => bytes), free: folder.free },
  }
}

async function describeCrashes({ crashes }: PackageSources, { text }: Anonymiser): Promise<object> {
  return (await crashes()).map(({ time, process: name, version, text: said, details }) => ({
    time: new Date(time).toISOString(),
    process: name,
    version,
    text: text(said),
    details: details.split('\n').map(text),
  }))
}

/** Oldest first, one JSON object per line. */
async function formatLogLines(
  { logPath }: PackageSources,
  anonymiser: Anonymiser,
  level: 'info' | 'warn',
  most: number,
): Promise<string> {
  const query = { level, area: '' as const, text: '', from: 0, to: 0, before: '', after: '' }
  const { entries } = await readLog(logPath, query, most)
  return entries
    .toReversed()
    .map(({ time, level: its, area, text, facts }) => {
      const known = anonymiser.value(facts === '' ? {} : JSON.parse(facts)) as object
      return `${JSON.stringify({ time: new Date(time).toISOString(), level: its, area, msg: anonymiser.text(text), ...known })}\n`
    })
    .join('')
}
