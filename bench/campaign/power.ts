import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { emptyColumn } from '#tests/builders/content.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { REMAINS } from '#tests/fakes/powerDisk/cache.ts'
import { PowerDisk, whyNoDisk } from '#tests/fakes/powerDisk/disk.ts'
import { type Random, randomOf } from '#tests/integration/approval/random.ts'
import { lost, torn } from './lost.ts'
import { type Part, type PartOptions, type PartResult, quantile, timeLeft } from './part.ts'
import { Installation } from './processes.ts'
import { type Acknowledged, Writers } from './writers.ts'

const WRITERS = 6
/** It has to be back by then, once the disk is mounted; before that the simulated disk itself starts, and ext4 replays its journal. */
const BACK_MS = 10_000
const DISK_MB = 2048
/** So many of the cuts come while the server starts after the one before. */
const AGAIN_SHARE = 0.15
/** `check` looks at everything after each so many cuts. */
const CHECK_EVERY = 10
const SLOWNESS = { ms: 30, spikeMs: 2000, spikeEvery: 60 }
/** The slow disk's time, and that of a short round. */
const SLOW_MS = { whole: 25_000, short: 5000 }
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The power is cut while six people write: the disk, with the data folder and PostgreSQL on it, loses what was not flushed, or
 * a part of it. Then the same disk is slow.
 */
export const power: Part = async (options) => {
  const missing = whyNoDisk()
  if (missing) return { figures: { 'power cuts': `not tried: ${missing}` }, faults: [] }
  const disk = await PowerDisk.make(DISK_MB)
  let started: Installation | null = null
  const stop = (): void => {
    // The programs on the disk first: a file system in use stays.
    const ended = started?.remove().catch(() => undefined) ?? Promise.resolve()
    void ended.then(() => disk.remove()).finally(() => process.exit(130))
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    const dataDir = path.join(disk.mountPoint, 'data')
    mkdirSync(dataDir)
    const installation = await Installation.start(options, { dataDir, disk: disk.mountPoint })
    started = installation
    try {
      return await new Cuts(options, disk, installation).run()
    } finally {
      await installation.remove()
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
    await disk.remove()
  }
}

class Cuts {
  readonly #options: PartOptions
  readonly #random: Random
  readonly #disk: PowerDisk
  readonly #installation: Installation
  readonly #found: string[] = []
  readonly #back: number[] = []
  readonly #mounted: number[] = []
  readonly #remains = new Map<string, number>()
  #bytes = { pending: 0, kept: 0 }
  /** Of what was acknowledged: compared before. */
  readonly #compared = new Set<string>()

  constructor(options: PartOptions, disk: PowerDisk, installation: Installation) {
    this.#options = options
    this.#random = randomOf(options.seed)
    this.#disk = disk
    this.#installation = installation
  }

  get #count(): number {
    return [...this.#remains.values()].reduce((all, each) => all + each, 0)
  }

  async run(): Promise<PartResult> {
    const installation = this.#installation
    const admin = installation.admin()
    const { id: classId } = await emptyColumn(admin)
    const { id: categoryId } = await admin.ok('labelCategory.save', { title: '标签分类', siteId: 1 })
    const { folder } = await buildTemplate(admin)
    const writers = new Writers(installation, { classId, categoryId, folder }, WRITERS)
    const goesOn = timeLeft(this.#options.minutes)
    do {
      await delay(200 + this.#random.next() * 1300)
      await this.#cut(writers, folder)
    } while (goesOn())
    const slow = await this.#slow(writers)
    await writers.stop()
    this.#found.push(...(await torn(installation, writers.acknowledged)))
    await installation.killServer()
    this.#found.push(...(await lost(installation, writers.acknowledged, folder)))
    this.#found.push(...[...writers.odd].map((answer) => `a write was answered ${answer}`))
    this.#found.push(...(await installation.check(this.#options.say)))
    const { entries, labels, files, uploads } = writers.acknowledged
    const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
    const figures = {
      [`power cuts (the disk kept ${REMAINS.join(', ')} of what was not flushed)`]: `${this.#count} (${REMAINS.map((each) => this.#remains.get(each) ?? 0).join(', ')})`,
      'not flushed at the cuts, and on the disk all the same': `${mb(this.#bytes.pending)}, ${mb(this.#bytes.kept)}`,
      'acknowledged entries, labels, template files, uploads': `${entries.size}, ${labels.size}, ${files.size}, ${uploads.size}`,
      'disk mounted after a cut, ms (median, most)': `${quantile(this.#mounted, 0.5)}, ${Math.max(...this.#mounted)}`,
      'back after that, ms (median, most)': `${quantile(this.#back, 0.5)}, ${Math.max(...this.#back)}`,
      ...slow,
    }
    return { figures, faults: this.#found }
  }

  async #powerOff(): Promise<void> {
    const both = async (): Promise<void> => {
      this.#installation.signalDatabase('SIGKILL')
      await Promise.all([this.#installation.killServer(), this.#installation.killDatabase()])
    }
    const left = await this.#disk.cut(Math.floor(this.#random.next() * 1_000_000), both)
    this.#remains.set(left.remains, (this.#remains.get(left.remains) ?? 0) + 1)
    this.#bytes.pending += left.pending
    this.#bytes.kept += left.kept
  }

  async #powerOn(): Promise<void> {
    await this.#disk.on()
    await this.#installation.startDatabase()
  }

  async #cut(writers: Writers, folder: string): Promise<void> {
    await this.#powerOff()
    if (this.#random.next() < AGAIN_SHARE) {
      await this.#powerOn()
      const starting = this.#installation.startServer().catch(() => undefined)
      await delay(this.#random.next() * 3000)
      await this.#powerOff()
      await starting
    }
    const acknowledged = this.#fresh(writers.acknowledged)
    const powered = performance.now()
    await this.#disk.on()
    const began = performance.now()
    this.#mounted.push(Math.round(began - powered))
    await this.#installation.startDatabase()
    await this.#installation.startServer()
    while (writers.lastSuccess < began && performance.now() - began < 3 * BACK_MS) await delay(10)
    const ms = Math.round(performance.now() - began)
    this.#back.push(ms)
    const which = `cut ${this.#count}, seed ${this.#options.seed}`
    const wrong = [
      ...(ms > BACK_MS ? [`writes were answered again only after ${ms} ms`] : []),
      ...(await lost(this.#installation, acknowledged, folder)),
      ...(await torn(this.#installation, acknowledged)),
    ]
    if (this.#back.length % CHECK_EVERY === 0) wrong.push(...(await this.#installation.check(this.#options.say)))
    for (const each of wrong) this.#options.say(`${which}: ${each}`)
    this.#found.push(...wrong.map((each) => `${each} (${which})`))
    this.#options.say(`${which}: mounted after ${this.#mounted.at(-1)} ms, back after ${ms} ms more`)
  }

  /** What was acknowledged since the last cut; writers go on meanwhile. */
  #fresh({ entries, labels, files, uploads }: Acknowledged): Acknowledged {
    const newOf = <T>(names: Map<string, T>): Map<string, T> => {
      const fresh = [...names].filter(([name]) => !this.#compared.has(name))
      for (const [name] of fresh) this.#compared.add(name)
      return new Map(fresh)
    }
    return { entries: newOf(entries), labels: newOf(labels), files: newOf(files), uploads: newOf(uploads) }
  }

  /** The disk is slow for a while: calls take their time or are refused, and all is as before when it is quick again. */
  async #slow(writers: Writers): Promise<PartResult['figures']> {
    const countOf = ({ entries, labels, files, uploads }: Acknowledged): number =>
      entries.size + labels.size + files.size + uploads.size
    const before = { count: countOf(writers.acknowledged), refused: writers.refused }
    writers.slowest = 0
    this.#disk.slow(SLOWNESS)
    await delay(this.#options.minutes < 1 ? SLOW_MS.short : SLOW_MS.whole)
    this.#disk.slow(null)
    const { slowest } = writers
    const quick = performance.now()
    while (writers.lastSuccess < quick && performance.now() - quick < 3 * BACK_MS) await delay(10)
    const ms = Math.round(performance.now() - quick)
    if (ms > BACK_MS) this.#found.push(`after a slow disk writes were answered again only after ${ms} ms`)
    if (countOf(writers.acknowledged) === before.count) this.#found.push('nothing was acknowledged on a slow disk')
    return {
      'slow disk: acknowledged, refused': `${countOf(writers.acknowledged) - before.count}, ${writers.refused - before.refused}`,
      'slow disk: slowest write, ms': Math.round(slowest),
      'slow disk: back after, ms': ms,
    }
  }
}
