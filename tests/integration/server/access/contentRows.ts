import type { ApiName } from '#shared/contract/registry.ts'
import type { Row } from './row.ts'
import type { Stage, World } from './world.ts'

const pairs = (title: string) => [{ fieldName: 'title', fieldValue: title }]

/** An entry of the world's column whose title holds the mark, as a draft or published. */
const entry =
  (isStatus: boolean) =>
  async ({ admin, world }: Stage): Promise<number> => {
    const { columnId: id, mark } = world
    await admin.ok('column.settingField', { id, menuFieldDTOList: [{ fieldName: 'title', fieldType: 'SingleLine' }] })
    const form = { classId: id, isStatus, fieldList: pairs(`内容 ${mark}`) }
    return (await admin.ok('content.save', form)).id
  }
const draft = entry(false)
const published = entry(true)
const recycled = async (stage: Stage): Promise<number> => {
  const id = await draft(stage)
  await stage.admin.ok('content.deleteByIdList', { classId: stage.world.columnId, idList: [id] })
  return id
}
/** Answers the id of the revision; the input names its entry by the world. */
const revised = async (stage: Stage): Promise<number> => {
  const id = await draft(stage)
  entryOf.set(stage.world.mark, id)
  const { content } = await stage.admin.ok('content.revisions', { classId: stage.world.columnId, id })
  return content[0]?.id ?? 0
}
const noted = async (stage: Stage): Promise<number> => {
  const saved = await stage.admin.ok('note.save', { contentId: await draft(stage), text: '批注' })
  return saved?.id ?? 0
}
const entryOf = new Map<string, number>()

type Input = (world: World & { made: number }) => object
const row = (needs: Row['needs'], more: Input, before: NonNullable<Row['before']> = draft): Row => ({
  needs,
  input: (world) => ({ classId: world.columnId, ...more(world) }),
  before,
})
const one: Input = ({ made }) => ({ id: made })
const many: Input = ({ made }) => ({ idList: [made] })
const none: Input = () => ({})

const HOLDER = 'a-form-of-the-matrix'
const form: Input = ({ made }) => ({ id: made, holder: HOLDER })
/** A draft with a date. */
const scheduled = async (stage: Stage): Promise<number> => {
  const id = await draft(stage)
  const { columnId: classId } = stage.world
  await stage.admin.ok('contentSchedule.plan', { classId, idList: [id], action: 'publish', at: later(stage) })
  const [plan] = await stage.admin.ok('contentSchedule.ofEntry', { classId, id })
  return plan?.id ?? 0
}
const later = ({ server }: Stage): number => server.clock.now().getTime() + 3600_000

/** Content: reading needs the column, everything else a code of it (B·§6). */
export const contentRows: Partial<Record<ApiName, Row>> = {
  'content.page': row('declared', none),
  'contentImport.list': { needs: 'declared', input: ({ siteId }) => ({ siteId }) },
  'content.listByIds': row('declared', many),
  'content.findByMenuAndSite': row('declared', none),
  'content.findById': row('declared', one),
  'content.form': row('declared', one),
  'content.revisions': row('declared', one),
  'content.revision': row('declared', ({ made, mark }) => ({ id: entryOf.get(mark) ?? 0, revisionId: made }), revised),
  'content.timeline': row('declared', one),
  'content.timelineSheet': row('declared', one),
  'note.list': row('column', ({ made }) => ({ contentId: made })),
  'note.save': row('code', ({ made }) => ({ contentId: made, text: '批注' })),
  'note.close': row('code', ({ made }) => ({ id: made, isClosed: true }), noted),
  // One's own alone.
  'note.remove': row('super', ({ made }) => ({ id: made }), noted),
  // Not a page of one column: the answer holds what is of the caller's columns.
  'content.selectOptions': row('own columns', ({ siteId, columnId }) => ({ siteId, classIdList: [columnId] })),
  'content.publishStatistics': row('declared', ({ siteId }) => ({ siteIds: [siteId] })),

  'entryLock.hold': row('declared', form),
  'entryLock.take': row('declared', form),
  'entryLock.release': row('declared', form),
  'entryLock.list': row('declared', none),
  'publicState.list': row('declared', ({ made }) => ({ ids: [made] })),
  'contentSchedule.plan': row('declared', ({ made }) => ({
    idList: [made],
    action: 'publish',
    at: Date.now() + 3600_000,
  })),
  'contentSchedule.cancel': { needs: 'code', input: ({ made }) => ({ id: made }), before: scheduled },
  'contentSchedule.ofEntry': row('declared', one),
  'contentSchedule.calendar': {
    needs: 'own columns',
    input: ({ siteId }) => ({ siteId, from: 0, to: 8.64e15 }),
    before: scheduled,
  },
  'content.draftPage': row('declared', none),
  'content.recyclePage': row('declared', none, recycled),
  'content.save': row('declared', ({ made }) => ({ id: made, isStatus: false, fieldList: pairs('改名') })),
  'content.publish': row('declared', many),
  'content.unpublish': row('declared', many, published),
  'content.restore': row('declared', many, recycled),
  'content.deleteByIdList': row('declared', many),
  'content.cleanRecycle': row('declared', none, recycled),
  'content.copy': row('declared', ({ made, siblingId }) => ({ copyIdsFrom: [made], toMenuId: siblingId })),
  'content.option': row('code', ({ made }) => ({ idList: [made], optionType: 1 })),
  'content.updateSort': row('declared', ({ made }) => ({ id: made, sort: 5 })),
  'content.reject': row('declared', ({ made }) => ({ id: made, reason: '请修改' })),
  'content.forward': row('declared', ({ made, siblingId }) => ({ id: made, toMenuId: siblingId })),
  'content.preview': row('declared', ({ made }) => ({ id: made, fieldList: pairs('预览') })),
  'content.restoreRevision': row(
    'declared',
    ({ made, mark }) => ({ id: entryOf.get(mark) ?? 0, revisionId: made }),
    revised,
  ),
  'content.exportSheet': row('declared', none),
  'content.sheetTemplate': row('declared', none),
}
