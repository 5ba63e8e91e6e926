import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { MARK_COPY_SQL } from '#server/db/serverCopy.ts'
import { findNextPlanned } from '#server/jobs/recurringPlan.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { endedJob } from '#tests/builders/siteArchive.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { toPlan } from './work.ts'

const state = (admin: TestClient) => admin.ok('backup.state', {})
const RULES = { every: 'day', weekday: 0, time: '00:00', keep: 2 } as const

async function backUp(admin: TestClient) {
  const made = await admin.ok('backup.start', {})
  return endedJob(admin, made?.jobId ?? 0)
}

onBothDatabases('backups of the server', (_server, start) => {
  it(
    'are made at once, listed with time and size, and the oldest goes when a newer one is whole',
    { timeout: 120_000 },
    async () => {
      const { as, clock, deps } = await start()
      const admin = await as('admin')
      await admin.ok('backup.saveRules', { ...RULES, isOn: false })
      const folder = join(deps.dataDir, 'backups')
      const abandoned = join(folder, 'backup-20200101-000000')
      await mkdir(abandoned, { recursive: true })
      await utimes(abandoned, new Date(), new Date(Date.now() - DAY_MS))
      await mkdir(join(folder, 'somebody'), { recursive: true })
      const names: string[] = []
      for (let made = 0; made < 3; made++) {
        expect(await backUp(admin)).toMatchObject({ state: 'done' })
        names.push((await state(admin)).backups[0]?.name ?? '')
        clock.advance(2000)
      }
      await expect.poll(async () => (await state(admin)).backups.length, { timeout: 10_000 }).toBe(2)
      await expect.poll(async () => (await readdir(folder)).length, { timeout: 10_000 }).toBe(3)
      const { backups, last } = await state(admin)
      expect(backups.map(({ name }) => name)).toEqual([names[2], names[1]])
      expect(backups[0]?.size).toBeGreaterThan(100_000)
      expect(last).toMatchObject({ ok: true })
      // What a killed process left is gone, what is somebody else's stays.
      expect(new Set(await readdir(folder))).toEqual(new Set([names[1], names[2], 'somebody']))

      // A clock that is put right after it was ahead: the newest one has the oldest date.
      clock.advance(-DAY_MS)
      const late = await as('admin')
      expect(await backUp(late)).toMatchObject({ state: 'done' })
      clock.advance(2000)
      expect(await backUp(late)).toMatchObject({ state: 'done' })
      const kept = async () => (await state(late)).backups.map(({ name }) => name)
      await expect.poll(kept, { timeout: 10_000 }).toEqual([names[2], names[1], expect.stringContaining('backup-')])
    },
  )

  it('a copy is shown only to super administrators, who can make it the original', { timeout: 60_000 }, async () => {
    const { as, deps } = await start()
    const admin = await as('admin')
    expect(await admin.ok('backup.copyState', {})).toEqual({ isCopy: false })
    await sql.raw(MARK_COPY_SQL).execute(deps.db)
    expect(await admin.ok('backup.copyState', {})).toEqual({ isCopy: true })
    const editor = await as('editor')
    for (const name of ['backup.copyState', 'backup.confirmOriginal'] as const)
      expect(await editor.call(name, {}), name).toMatchObject({ code: 403 })
    await admin.ok('backup.confirmOriginal', {})
    expect(await admin.ok('backup.copyState', {})).toEqual({ isCopy: false })
  })

  it('that fail say why, and leave the others as they were', { timeout: 60_000 }, async () => {
    const { as, deps } = await start()
    const admin = await as('admin')
    const folder = join(deps.dataDir, 'backups')
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'a file, where the folder should be')
    const job = await backUp(admin)
    expect(job.state).toBe('failed')
    expect(job.message).toMatch(/\p{Script=Han}/u)
    await rm(folder)
    expect((await state(admin)).last).toMatchObject({ ok: false, message: job.message })
  })

  it(
    'begin by themselves at their time, once, and not for a time before the plan was made',
    { timeout: 60_000 },
    async () => {
      const { as, clock } = await start()
      const admin = await as('admin')
      await admin.ok('backup.saveRules', { ...RULES, isOn: true })
      const before = await state(admin)
      expect(before.backups).toEqual([])
      expect(before.nextDate).toBe(
        formatDateTime(findNextPlanned(toPlan({ ...RULES, isOn: true }), clock.now()).getTime()),
      )
      clock.advance(DAY_MS)
      const later = await as('admin')
      await expect.poll(async () => (await state(later)).last?.ok, { timeout: 30_000 }).toBe(true)
      expect((await state(later)).backups).toHaveLength(1)
    },
  )

  it('are for super administrators alone', async () => {
    const { as } = await start()
    const editor = await as('editor')
    expect((await editor.call('backup.state', {})).status).toBe(403)
  })
})
