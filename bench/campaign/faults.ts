import { setTimeout as delay } from 'node:timers/promises'
import { randomOf } from '#tests/integration/approval/random.ts'
import { emptyColumn } from '#tests/builders/content.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { findLost } from './lost.ts'
import { Installation } from './processes.ts'
import { type Part, type PartOptions, type PartResult, quantile, startTimer } from './part.ts'
import { Writers } from './writers.ts'
import { frozenDatabase, fullDisk, unavailableStore, clockJumps } from './disturbances.ts'

const WRITERS = 6
/** Maximum time until writes succeed again. */
const BACK_MS = 10_000
/** Share of the part's time for kills. */
const KILLS_SHARE = 0.6

/** Kills under a load of acknowledged writes, then other disturbances, each on a temporary installation. */
export const faults: Part = async (options) => {
  const results = [await kills({ ...options, minutes: options.minutes * KILLS_SHARE })]
  for (const disturb of [frozenDatabase, fullDisk, unavailableStore, clockJumps]) results.push(await disturb(options))
  return {
    figures: Object.assign({}, ...results.map(({ figures }) => figures)) as PartResult['figures'],
    faults: results.flatMap((result) => result.faults),
  }
}

type Victim = 'server' | 'database' | 'both'

async function kills(options: PartOptions): Promise<PartResult> {
  const { minutes, seed, database, log } = options
  const random = randomOf(seed)
  const installation = await Installation.start(options)
  const problems: string[] = []
  const recoveryTimes: number[] = []
  const counts: Record<Victim, number> = { server: 0, database: 0, both: 0 }
  try {
    const admin = installation.admin()
    const { id: classId } = await emptyColumn(admin)
    const { id: categoryId } = await admin.ok('labelCategory.save', { title: '标签分类', siteId: 1 })
    const { folder } = await buildTemplate(admin)
    const writers = new Writers(installation, { classId, categoryId, folder }, WRITERS)
    const hasTime = startTimer(minutes)
    do {
      await delay(200 + random.next() * 1300)
      const victim: Victim = database === 'sqlite' ? 'server' : random.pick(['server', 'database', 'both'] as const)
      counts[victim] += 1
      if (victim !== 'server') await installation.killDatabase()
      if (victim !== 'database') await installation.killServer()
      const killed = performance.now()
      if (victim !== 'server') await installation.startDatabase()
      if (victim !== 'database') await installation.startServer()
      while (writers.lastSuccess < killed && performance.now() - killed < 3 * BACK_MS) await delay(20)
      const ms = Math.round(performance.now() - killed)
      recoveryTimes.push(ms)
      if (ms > BACK_MS)
        problems.push(
          `after killing ${victim} writes were answered again only after ${ms} ms (seed ${seed}, kill ${recoveryTimes.length})`,
        )
    } while (hasTime())
    await writers.stop()
    await installation.killServer()
    problems.push(...(await findLost(installation, writers.acknowledged, folder)))
    problems.push(...[...writers.unexpected].map((answer) => `a write was answered ${answer}`))
    if (writers.unexpected.size > 0) for (const line of installation.unexpected()) log(line)
    problems.push(...(await installation.check(log)))
    const { entries, labels, files, uploads } = writers.acknowledged
    const figures = {
      'kills (server, database, both)': `${counts.server}, ${counts.database}, ${counts.both}`,
      'acknowledged entries, labels, template files, uploads': `${entries.size}, ${labels.size}, ${files.size}, ${uploads.size}`,
      'back after a kill, ms (median, most)': `${quantile(recoveryTimes, 0.5)}, ${Math.max(...recoveryTimes)}`,
    }
    return { figures, faults: problems }
  } finally {
    await installation.remove()
  }
}
