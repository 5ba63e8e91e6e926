import { expect, it } from 'vitest'
import { PROMOTIONS } from '#shared/domain/promotions.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const LARGE = [1101, 1102, 1103, 1104, ...PROMOTIONS.map((_each, at) => 1108 + at), 1120, 1121, 1122]

onBothDatabases('the codes of a column', (server) => {
  /** Someone with a column, whose codes there are given as the test goes. */
  const start = async () => {
    const [admin, editor] = [await server().as('admin'), await server().as('editor')]
    const { id: classId, siteId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, {}, { isStatus: false })
    const give = (...settings: number[]) =>
      grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings }])
    return { admin, editor, classId, id, give }
  }
  type Stage = Awaited<ReturnType<typeof start>>
  /** What comes of it with all codes but this one in either spelling, with this one alone, and with its small spelling. */
  const tried = async ({ give }: Stage, code: number, ask: () => ReturnType<TestClient['call']>) => {
    await give(...LARGE.flatMap((each) => (each === code ? [] : [each, each - 1100])))
    const { status, code: wire, msg } = await ask()
    await give(code)
    const large = await ask()
    await give(code - 1100)
    return { without: [status, wire, msg], large: large.status, small: (await ask()).status }
  }
  const REFUSED = [403, 403, expect.stringMatching(/^您没有在栏目“.+”中.+的权限$/)]
  const NEEDED = { without: REFUSED, large: 200, small: 200 }

  it('1101 or 1: adding, bin and drafts [B-289] [A-203]', async () => {
    const stage = await start()
    const { editor, classId } = stage
    const save = { classId, isStatus: false, fieldList: pairs({ title: '新' }) }
    expect(await tried(stage, 1101, () => editor.call('content.save', save))).toEqual(NEEDED)
    expect(await tried(stage, 1101, () => editor.call('content.draftPage', { classId }))).toEqual(NEEDED)
    expect(await tried(stage, 1101, () => editor.call('content.recyclePage', { classId }))).toEqual(NEEDED)
  })
  it('1102 or 2: editing, restoring, the sort [B-290]', async () => {
    const stage = await start()
    const { editor, classId, id } = stage
    const save = { classId, id, isStatus: false, fieldList: pairs({ title: '改' }) }
    expect(await tried(stage, 1102, () => editor.call('content.save', save))).toEqual(NEEDED)
    expect(await tried(stage, 1102, () => editor.call('content.restore', { classId, idList: [id] }))).toEqual(NEEDED)
    expect(await tried(stage, 1102, () => editor.call('content.updateSort', { classId, id, sort: 3 }))).toEqual(NEEDED)
  })
  it('1103 or 3: deleting one and many, also for good [B-291] [A-205]', async () => {
    const stage = await start()
    const { admin, editor, classId, id } = stage
    expect(await tried(stage, 1103, () => editor.call('content.deleteByIdList', { classId, idList: [id] }))).toEqual(
      NEEDED,
    )
    expect(await tried(stage, 1103, () => editor.call('content.cleanRecycle', { classId }))).toEqual(NEEDED)
    const final = async () => {
      const draft = await saveArticle(admin, classId, {}, { isStatus: false })
      return editor.call('content.deleteByIdList', { classId, idList: [draft.id], final: true })
    }
    expect(await tried(stage, 1103, final)).toEqual(NEEDED)
  })
  it('1104 or 4: publishing, cancelling it, refusing [B-276] [B-292] [A-206]', async () => {
    const stage = await start()
    const { editor, classId, id } = stage
    const rows = { classId, idList: [id] }
    expect(await tried(stage, 1104, () => editor.call('content.publish', rows))).toEqual(NEEDED)
    expect(await tried(stage, 1104, () => editor.call('content.unpublish', rows))).toEqual(NEEDED)
    expect(await tried(stage, 1104, () => editor.call('content.reject', { classId, id, reason: '请修改' }))).toEqual(
      NEEDED,
    )
  })
  it('1102 copies a row, also to another site; 1104 copies many [A-206]', async () => {
    const { admin, editor, classId, id } = await start()
    const other = await saveArticle(admin, classId, {}, { isStatus: false })
    const { siteId } = await admin.ok('column.findById', { id: classId })
    const near = await emptyColumn(admin)
    const far = (await admin.ok('column.getTree', { siteId: 2, showHiddenMenu: true })).find(
      ({ menuType }) => menuType === 1,
    )
    if (!far) throw new Error('site 2 has a list')
    const holding = (...settings: number[]) =>
      grantExactly(server().deps.db, 'editor', [
        { siteId, menuId: classId, settings },
        ...[near, far].map((to) => ({ siteId: to.siteId, menuId: to.id, settings: [1101] })),
      ])
    const copy = async (to: { id: number; siteId: number }, ...ids: number[]) => {
      const order = { classId, copyIdsFrom: ids, toMenuId: to.id, toSiteId: to.siteId }
      return (await editor.call('content.copy', order)).status
    }
    await holding(...LARGE.filter((code) => code !== 1102 && code !== 1104))
    expect([await copy(near, id), await copy(far, id), await copy(near, id, other.id)]).toEqual([403, 403, 403])
    await holding(1102)
    expect([await copy(near, id), await copy(far, id), await copy(near, id, other.id)]).toEqual([200, 200, 403])
    await holding(1104)
    expect([await copy(near, id, other.id), await copy(far, id, other.id)]).toEqual([200, 200])
  })
  it.each([
    ['B-277', 'B-293', 1108],
    ['B-278', 'B-294', 1109],
    ['B-279', 'B-295', 1110],
    ['B-280', 'B-296', 1111],
    ['B-281', 'B-297', 1112],
    ['B-282', 'B-298', 1113],
    ['B-283', 'B-299', 1114],
    ['B-284', 'B-300', 1115],
    ['B-285', 'B-301', 1116],
    ['B-286', 'B-302', 1117],
    ['B-287', 'B-303', 1118],
    ['B-288', 'B-304', 1119],
  ] as const)('[%s] [%s] %i: setting and cancelling its flag [A-211]', async (_a, _b, code) => {
    const stage = await start()
    const { editor, classId, id } = stage
    const set = 2 * (code - 1108) + 1
    for (const optionType of [set, set + 1])
      expect(
        await tried(stage, code, () => editor.call('content.option', { classId, idList: [id], optionType })),
      ).toEqual(NEEDED)
  })
  it('1120 and 1121: sheets, which variant B has no codes for', async () => {
    const stage = await start()
    const { editor, classId } = stage
    const needed = { ...NEEDED, small: 403 }
    expect(await tried(stage, 1120, () => editor.call('content.exportSheet', { classId }))).toEqual(needed)
    expect(await tried(stage, 1121, () => editor.call('content.sheetTemplate', { classId }))).toEqual(needed)
  })
})
