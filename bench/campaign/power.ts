import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { emptyColumn } from '#tests/builders/content.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { REMAINS } from '#tests/fakes/powerDisk/cache.ts'
import { PowerDisk, whyNoDisk } from '#tests/fakes/powerDisk/disk.ts'
import { type Random, randomOf } from '#tests/integration/approval/random.ts'
import { findLost, findCorrupted } from './lost.ts'
import { type Part, type PartOptions, type PartResult, quantile, startTimer } from './part.ts'
import { Installation } from './processes.ts'
import { type Acknowledged, Writers } from './writers.ts'

const WRITERS = 6
/**
 * Maximum time until writes succeed again once the disk is mounted; the start of the simulated disk and ext4's journal
 * replay come before.
 */
const BACK_MS = 10_000
const DISK_MB = 2048
/** Share of cuts that happen while the server restarts after the previous cut. */
const AGAIN_SHARE = 0.15
/** Number of cuts between two complete checks. */
const CHECK_EVERY = 10
const SLOWNESS = { ms: 30, spikeMs: 2000, spikeEvery: 60 }
/** Duration of the slow disk in a full and in a short run. */
const SLOW_MS = { whole: 25_000, short: 5000 }
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Cuts the power while six writers run: the disk with the data folder and PostgreSQL loses some or all unflushed data.
 * Then the same disk is slow.
 */
export const power: Part = async (options) => {
  const missing = whyNoDisk()
  if (missing) return { figures: { 'power cuts': `not tried: ${missing}` }, faults: [] }
  const disk = await PowerDisk.make(DISK_MB)
  let started: Installation | null = null
  const stop = (): void => {
    // Ends the programs on the disk first: a file system in use cannot be unmounted.
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
      return await new PowerCuts(options, disk, installation).run()
    } finally {
      await installation.remove()
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
    await disk.remove()
  }
}

class PowerCuts {
  readonly #options: PartOptions
  readonly #random: Random
  readonly #disk: PowerDisk
  readonly #installation: Installation
  readonly #problems: string[] = []
  readonly #recoveryTimes: number[] = []
  readonly #mountTimes: number[] = []
  readonly #remains = new Map<string, number>()
  #bytes = { pending: 0, kept: 0 }
  /** Names of acknowledged writes that were already compared. */
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
    const hasTime = startTimer(this.#options.minutes)
    do {
      await delay(200 + this.#random.next() * 1300)
      await this.#cut(writers, folder)
    } while (hasTime())
    const slow = await this.#slow(writers)
    await writers.stop()
    this.#problems.push(...(await findCorrupted(installation, writers.acknowledged)))
    await installation.killServer()
    this.#problems.push(...(await findLost(installation, writers.acknowledged, folder)))
    this.#problems.push(...[...writers.unexpected].map((answer) => `a write was answered ${answer}`))
    this.#problems.push(...(await installation.check(this.#options.log)))
    const { entries, labels, files, uploads } = writers.acknowledged
    const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
    const figures = {
      [`power cuts (the disk kept ${REMAINS.join(', ')} of what was not flushed)`]: `${this.#count} (${REMAINS.map((each) => this.#remains.get(each) ?? 0).join(', ')})`,
      'not flushed at the cuts, and on the disk all the same': `${mb(this.#bytes.pending)}, ${mb(this.#bytes.kept)}`,
      'acknowledged entries, labels, template files, uploads': `${entries.size}, ${labels.size}, ${files.size}, ${uploads.size}`,
      'disk mounted after a cut, ms (median, most)': `${quantile(this.#mountTimes, 0.5)}, ${Math.max(...this.#mountTimes)}`,
      'back after that, ms (median, most)': `${quantile(this.#recoveryTimes, 0.5)}, ${Math.max(...this.#recoveryTimes)}`,
      ...slow,
    }
    return { figures, faults: this.#problems }
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
    const acknowledged = this.#newlyAcknowledged(writers.acknowledged)
    const powered = performance.now()
    await this.#disk.on()
    const began = performance.now()
    this.#mountTimes.push(Math.round(began - powered))
    await this.#installation.startDatabase()
    await this.#installation.startServer()
    while (writers.lastSuccess < began && performance.now() - began < 3 * BACK_MS) await delay(10)
    const ms = Math.round(performance.now() - began)
    this.#recoveryTimes.push(ms)
    const which = `cut ${this.#count}, seed ${this.#options.seed}`
    const wrong = [
      ...(ms > BACK_MS ? [`writes were answered again only after ${ms} ms`] : []),
      ...(await findLost(this.#installation, acknowledged, folder)),
      ...(await findCorrupted(this.#installation, acknowledged)),
    ]
    if (this.#recoveryTimes.length % CHECK_EVERY === 0)
      wrong.push(...(await this.#installation.check(this.#options.log)))
    for (const each of wrong) this.#options.log(`${which}: ${each}`)
    this.#problems.push(...wrong.map((each) => `${each} (${which})`))
    this.#options.log(`${which}: mounted after ${this.#mountTimes.at(-1)} ms, back after ${ms} ms more`)
  }

  /** Writes acknowledged since the last cut; writers continue meanwhile. */
  #newlyAcknowledged({ entries, labels, files, uploads }: Acknowledged): Acknowledged {
    const newOf = <T>(names: Map<string, T>): Map<string, T> => {
      const fresh = [...names].filter(([name]) => !this.#compared.has(name))
      for (const [name] of fresh) this.#compared.add(name)
      return new Map(fresh)
    }
    return { entries: newOf(entries), labels: newOf(labels), files: newOf(files), uploads: newOf(uploads) }
  }

  /** Slows the disk down for a while: calls take longer or are refused, and everything works again afterwards. */
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
    if (ms > BACK_MS) this.#problems.push(`after a slow disk writes were answered again only after ${ms} ms`)
    if (countOf(writers.acknowledged) === before.count) this.#problems.push('nothing was acknowledged on a slow disk')
    return {
      'slow disk: acknowledged, refused': `${countOf(writers.acknowledged) - before.count}, ${writers.refused - before.refused}`,
      'slow disk: slowest write, ms': Math.round(slowest),
      'slow disk: back after, ms': ms,
    }
  }
}
