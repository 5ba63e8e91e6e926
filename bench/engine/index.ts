import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { currentSlot, siteFolder, slotFolder } from '#server/areas/site/statics/index.ts'
import { type Call, createCaller } from '../caller.ts'
import { type Server, startServer } from '../sync/processes.ts'
import { article, codeOf } from './articles.ts'
import { liveReload } from './live.ts'
import { type BuildTimes, changeTime, eleventy, hugo } from './peers.ts'
import { renderTimes } from './render.ts'
import { FIRST_ENTRY, fillSite } from './site.ts'

/** SITECRAFT_BENCH_ROWS sets smaller sites for a trial; the large site has ten times as many articles. */
const ARTICLES = Number(process.env.SITECRAFT_BENCH_ROWS ?? 10_000)
const CHANGED = 4321

interface Site {
  server: Server
  call: Call
  siteId: number
  columns: number[]
  dataDir: string
}

/** Starts a server with one site of this number of articles. */
async function startSite(scratch: string, articles: number): Promise<Site> {
  const dataDir = join(scratch, `server-${articles}`)
  await (await startServer(dataDir)).stop()
  const { siteId, columns } = await fillSite(dataDir, articles)
  const server = await startServer(dataDir)
  const { token } = await createCaller(server.url, '')('account.autoLogin', { token: await server.loginToken('admin') })
  return { server, call: createCaller(server.url, token), siteId, columns, dataDir }
}

/** Seconds of a full build, from the call to the end of its job. */
async function build({ call, siteId, columns }: Site, articles: number): Promise<number> {
  const began = performance.now()
  const queued = await call('statics.buildHTML', { siteId, menuIds: columns })
  const id = queued?.jobId ?? 0
  let job = await call('job.findById', { id })
  while (job.endDate === '') {
    await sleep(20)
    job = await call('job.findById', { id })
  }
  const seconds = (performance.now() - began) / 1000
  const { report } = await call('statics.state', { id: siteId })
  if (job.state !== 'done' || !report || report.problems.length > 0 || report.pages < articles)
    throw new Error(`the build failed: ${job.message} ${JSON.stringify(report).slice(0, 500)}`)
  return seconds
}

/** Peak memory of the server's process, MB. */
const peakOf = async ({ server }: Site): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const processorTime = async (pid: number | undefined): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function ours(site: Site, articles: number): Promise<BuildTimes> {
  const { call, siteId, columns, dataDir } = site
  const cpu = await processorTime(site.server.pid)
  const full = await build(site, articles)
  console.log(`  full build used ${((await processorTime(site.server.pid)) - cpu).toFixed(1)} s of processors`)
  const again = await build(site, articles)
  console.log(`  nothing changed: ${again.toFixed(2)} s`)
  await call('statics.setAuto', { id: siteId, isAuto: true })
  const { id, column, date, source, summary, body } = article(CHANGED % articles)
  const folder = siteFolder(dataDir, siteId)
  const page = (): string =>
    join(slotFolder(folder, currentSlot(folder) ?? 'a'), codeOf(column), `${FIRST_ENTRY + id}.html`)
  const classId = columns[column - 1] ?? 0
  const pair = (fieldName: string, fieldValue: string) => ({ fieldName, fieldValue })
  const change = await changeTime(async (title) => {
    const values = { title, source, summary, publishTime: date, content: body }
    const fieldList = Object.entries(values).map(([name, value]) => pair(name, value))
    await call('content.save', { classId, id: FIRST_ENTRY + id, isStatus: true, fieldList })
  }, page)
  return { full, change }
}

const scratches: string[] = []

/**
 * Scratch folders are removed at the very end: ext4 creates files many times slower for minutes after as many were
 * deleted.
 */
async function inScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'sitecraft-bench-'))
  scratches.push(scratch)
  return work(scratch)
}

const SELECTED_PARTS = (process.env.SITECRAFT_BENCH_PARTS ?? 'peers,ours,large,render,live').split(',')

/**
 * `npm run bench -- engine`: builds the same site of 10,000 articles with this program, Hugo and Eleventy; then 100,000
 * articles, single pages, and live reload. SITECRAFT_BENCH_PARTS=ours,large selects parts.
 */
export async function engine(): Promise<void> {
  try {
    await measure()
  } finally {
    for (const scratch of scratches) rmSync(scratch, { recursive: true, force: true })
  }
}

async function measure(): Promise<void> {
  const isSelected = (part: string): boolean => SELECTED_PARTS.includes(part)
  const theirs: [string, BuildTimes | string][] = []
  if (isSelected('peers'))
    for (const peer of [hugo, eleventy])
      theirs.push([peer.name, await inScratch((scratch) => peer.measure(ARTICLES, scratch))])
  let perPage = 0
  if (isSelected('ours') || isSelected('large') || isSelected('live'))
    await inScratch(async (scratch) => {
      const site = await startSite(scratch, ARTICLES)
      try {
        const times = await ours(site, ARTICLES)
        perPage = times.full / ARTICLES
        for (const part of ['full', 'change'] as const) {
          const shown = theirs.map(([name, its]) =>
            typeof its === 'string'
              ? `${name}: skipped, ${its}`
              : `${name}: ${its[part].toFixed(2)} s, ${(its[part] / times[part]).toFixed(1)} times ours`,
          )
          const what = part === 'full' ? 'full build' : 'one article changed, save → page on disk'
          console.log(`${what} of ${ARTICLES} articles: ${times[part].toFixed(2)} s; ${shown.join('; ')}`)
        }
        console.log(`  memory: ${(await peakOf(site)).toFixed(0)} MB at most`)
        if (isSelected('live')) console.log(await liveReload(site, scratch))
      } finally {
        await site.server.stop()
      }
    })
  if (isSelected('large'))
    await inScratch(async (scratch) => {
      const articles = ARTICLES * 10
      const site = await startSite(scratch, articles)
      try {
        const seconds = await build(site, articles)
        const ratio = seconds / articles / perPage
        console.log(
          `${articles} articles: ${seconds.toFixed(1)} s, ${ratio.toFixed(2)} of the time per page with ${ARTICLES}`,
        )
        console.log(`  memory: ${(await peakOf(site)).toFixed(0)} MB at most`)
      } finally {
        await site.server.stop()
      }
    })
  if (isSelected('render')) console.log(renderTimes(ARTICLES))
}
