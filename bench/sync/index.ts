import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OutputOf } from '#shared/contract/registry.ts'
import { filesBelow, putBesideServer } from '#tests/builders/templateFiles.ts'
import { type Call, createCaller } from '../caller.ts'
import { changeFiles, contentOf, makeFiles, pathOf } from './files.ts'
import { type Peer, rclone, remove, seconds, type Times, unison } from './peers.ts'
import { type Host, type Server, startHost, startServer, usageOf } from './processes.ts'

const SAVES = 40
const IDLE_SECONDS = 20
/** Memory of finished work is freed after ten quiet seconds, and the thread for folders ends after thirty. */
const REST_MS = 30_000
const FOLDER = 'bench'

/** Starts a server with an empty template, and a client. */
async function startSite(scratch: string) {
  const server = await startServer(join(scratch, 'server'))
  const { token } = await createCaller(server.url, '')('account.autoLogin', { token: await server.loginToken('admin') })
  const call = createCaller(server.url, token)
  await call('template.save', { name: '基准', folder: FOLDER })
  const host = (name: string, root: string): Promise<Host> => {
    const dataDir = join(scratch, `host-${name}`)
    mkdirSync(dataDir, { recursive: true })
    return startHost([server.url, token, dataDir, FOLDER, root])
  }
  return { server, call, host }
}
type Site = Awaited<ReturnType<typeof startSite>>

/** A version of the template from which changes can be read. */
type TemplateVersion = Pick<OutputOf<'templateSync.manifest'>, 'version' | 'epoch'>

/** Resolves with the version at which the server has these contents. */
async function waitForContents(
  call: Call,
  from: TemplateVersion,
  expected: ReadonlyMap<string, string>,
): Promise<TemplateVersion> {
  const missing = new Map(expected)
  let { version, epoch } = from
  while (missing.size > 0) {
    const { changes } = await call('templateSync.wait', { folder: FOLDER, since: version, epoch, timeoutMs: 25_000 })
    if (!changes || changes.reset) throw new Error('the server does not report its changes')
    for (const { path, sha256 } of changes.entries) if (missing.get(path) === sha256) missing.delete(path)
    ;({ version, epoch } = changes)
  }
  return { version, epoch }
}

const stateOf = async (call: Call): Promise<TemplateVersion> => {
  const { version, epoch } = await call('templateSync.manifest', { folder: FOLDER })
  return { version, epoch }
}

/** The four jobs that other programs do too; returns the host, which is then in sync with the tree. */
async function ours(site: Site, source: string, files: number, scratch: string): Promise<{ times: Times; host: Host }> {
  const [local, second] = [join(scratch, 'local'), join(scratch, 'second')]
  cpSync(source, local, { recursive: true, preserveTimestamps: true })
  mkdirSync(second)
  const cpu = await usage(site.server)
  const host = await site.host('first', local)
  const push = await seconds(() => host.inStep(files))
  await report('first push', site.server, host, cpu)
  const other = await site.host('second', second)
  const clone = await seconds(() => other.inStep(files))
  await other.stop()
  await sleep(2000)
  const nothing = await seconds(() => host.syncNow())
  const from = await stateOf(site.call)
  const changed = await seconds(() => waitForContents(site.call, from, changeFiles(local, files, 100)))
  await host.inStep(files)
  return { times: { push, clone, nothing, changed }, host }
}

const usage = async (server: Server, host?: Host) => ({
  server: await usageOf(server.pid),
  host: host ? await usageOf(host.pid) : { cpu: 0, memory: 0 },
})
type Both = Awaited<ReturnType<typeof usage>>

async function report(what: string, server: Server, host: Host, before: Both): Promise<void> {
  const now = await usage(server, host)
  const cpu = (side: keyof Both) => `${((now[side].cpu - before[side].cpu) / 1000).toFixed(1)} s`
  console.log(`  ${what}: CPU of the host ${cpu('host')}, of the server ${cpu('server')}`)
}

/** Saves files one after the other like an editor; prints the time of each to the server, and its CPU cost. */
async function measureSaves(site: Site, host: Host, root: string, files: number): Promise<void> {
  let from = await stateOf(site.call)
  const before = await usage(site.server, host)
  const times: number[] = []
  for (let at = 0; at < SAVES; at++) {
    const n = (at * 7919) % files
    const content = contentOf(n)
    const expected = new Map([[pathOf(n), createHash('sha256').update(content).digest('hex')]])
    const waiting = waitForContents(site.call, from, expected)
    const began = performance.now()
    writeFileSync(join(root, pathOf(n)), content)
    from = await waiting
    times.push(performance.now() - began)
    // Waits for the follow-up work of a save.
    await sleep(1500)
  }
  const after = await usage(site.server, host)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)
  const each = (side: keyof Both): string => ((after[side].cpu - before[side].cpu) / SAVES).toFixed(0)
  console.log(`  save → server with ${files} files: median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
  console.log(`  CPU per save, with 1.5 s of rest after it: host ${each('host')} ms, server ${each('server')} ms`)
}

/** Measures the idle host and server. */
async function idle(site: Site, host: Host, files: number): Promise<void> {
  const before = await usage(site.server, host)
  await sleep(IDLE_SECONDS * 1000)
  const after = await usage(site.server, host)
  const formatUsage = (side: keyof Both): string =>
    `${((after[side].cpu - before[side].cpu) / IDLE_SECONDS / 10).toFixed(2)} % CPU, ${after[side].memory.toFixed(0)} MB`
  const heap = (await host.heap()).toFixed(0)
  console.log(`  idle with ${files} files: host ${formatUsage('host')} (heap ${heap}); server ${formatUsage('server')}`)
}

async function inScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'sitecraft-bench-'))
  try {
    return await work(scratch)
  } finally {
    remove(scratch)
  }
}

/** A folder and its template with the same files on both sides from the beginning. */
async function large(files: number): Promise<void> {
  await inScratch(async (scratch) => {
    const local = join(scratch, 'local')
    makeFiles(local, files)
    const site = await startSite(scratch)
    await putBesideServer({ dataDir: join(scratch, 'server') }, FOLDER, await filesBelow(local))
    let host = await site.host('large', local)
    try {
      console.log(`  connecting ${files} equal files: ${(await seconds(() => host.inStep(files))).toFixed(1)} s`)
      await sleep(5000)
      await measureSaves(site, host, local, files)
      await sleep(REST_MS)
      await idle(site, host, files)
      await host.stop()
      host = await site.host('large', local)
      console.log(`  a start with them: ${(await seconds(() => host.inStep(files))).toFixed(1)} s`)
      await sleep(REST_MS)
      await idle(site, host, files)
    } finally {
      await host.stop()
      await site.server.stop()
    }
  })
}

/**
 * `npm run bench -- sync`; SITECRAFT_BENCH_FILES sets the number of files (10,000; 0: none), SITECRAFT_BENCH_LARGE that
 * of the large folder (50,000; 0: none).
 */
export async function sync(): Promise<void> {
  const files = Number(process.env.SITECRAFT_BENCH_FILES ?? 10_000)
  const largeFiles = Number(process.env.SITECRAFT_BENCH_LARGE ?? 50_000)
  if (files > 0) await compareWithPeers(files)
  if (largeFiles > 0) await large(largeFiles)
}

/** The jobs that other programs do, too. */
async function compareWithPeers(files: number): Promise<void> {
  await inScratch(async (scratch) => {
    const source = join(scratch, 'source')
    makeFiles(source, files)
    const peers: [Peer, Times | string][] = []
    for (const peer of [rclone, unison]) {
      const measured = await inScratch((own) => peer.measure(source, files, own))
      peers.push([peer, measured])
    }
    const site = await startSite(scratch)
    const { times, host } = await ours(site, source, files, scratch)
    try {
      for (const job of ['push', 'clone', 'nothing', 'changed'] as const) {
        const compareWithPeers = peers.map(([{ name }, theirs]) =>
          typeof theirs === 'string'
            ? `${name}: skipped, ${theirs}`
            : `${name}: ${theirs[job].toFixed(2)} s; ratio ${(times[job] / theirs[job]).toFixed(2)}`,
        )
        console.log(`sync of ${files} files, ${JOBS[job]}: ${times[job].toFixed(2)} s; ${compareWithPeers.join('; ')}`)
      }
      await measureSaves(site, host, join(scratch, 'local'), files)
      await idle(site, host, files)
    } finally {
      await host.stop()
      await site.server.stop()
    }
  })
}

const JOBS = { push: 'first push', clone: 'first clone', nothing: 'nothing changed', changed: '100 changed' }
