import { expect, it } from 'vitest'
import { EXPORT_ID_HEADER } from '#shared/contract/headers.ts'
import { operations } from '#shared/contract/registry.ts'
import { type SheetProgress } from '#shared/contract/sheet.ts'
import { foldWord } from '#shared/domain/sensitiveWords.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const ROWS = 20_000

async function addWords({ deps: { db } }: TestServer): Promise<void> {
  for (let from = 0; from < ROWS; from += 1000) {
    const words = Array.from({ length: 1000 }, (_each, at) => `词语${from + at}`)
    const row = (sensitiveWord: string) => ({ sensitiveWord, folded: foldWord(sensitiveWord), propWord: '' })
    const rows = words.map((word) => ({ ...row(word), createTime: 1, updatedBy: 'admin', updateTime: 1 }))
    await db.insertInto('sensitive_word').values(rows).execute()
  }
}

onBothDatabases('the progress of an export', (server) => {
  it('reports the written and total rows only to its starter, until it ends', async () => {
    await addWords(server())
    const [admin, editor] = [await server().as('admin'), await server().as('editor')]
    const watch = 'w'.repeat(20)
    const total = (await admin.ok('sensitive.page', { page: 1, size: 1 })).totalElements
    let running = true
    const exporting = admin
      .send<string>(operations['sensitive.outputData'].path, {
        method: 'POST',
        body: {},
        headers: { [EXPORT_ID_HEADER]: watch },
      })
      .finally(() => {
        running = false
      })
    const told: (SheetProgress | null)[] = []
    const others: unknown[] = []
    while (running) {
      told.push(await admin.ok('sheet.progress', { watch }))
      others.push(
        await editor.ok('sheet.progress', { watch }),
        await admin.ok('sheet.progress', { watch: `${watch}x` }),
      )
    }
    expect((await exporting).code).toBe(200)
    const seen = told.flatMap((each) => (each ? [each] : []))
    expect(new Set(seen.map((each) => each.total))).toEqual(new Set([total]))
    expect(seen.some(({ written }) => written > 0 && written < total)).toBe(true)
    expect(seen.map(({ written }) => written)).toEqual(seen.map(({ written }) => written).toSorted((a, b) => a - b))
    expect(new Set(others)).toEqual(new Set([null]))
    expect(await admin.ok('sheet.progress', { watch })).toBeNull()
  })
  it('is no secret to be guessed: names are long', async () => {
    const admin = await server().as('admin')
    expect(await admin.call('sheet.progress', { watch: 'short' })).toMatchObject({
      status: 400,
      msg: '导出的编号不正确',
    })
  })
})
