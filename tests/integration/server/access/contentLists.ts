import { pairs } from '#tests/builders/content.ts'
import {
  eachOf,
  either,
  FROM,
  type List,
  type Listed,
  newIds,
  type Place,
  type Stage,
  textOf,
  TIMES,
  UP_TO,
  type Which,
} from './listed.ts'

const columnOf: NonNullable<List['parent']> = async ({ admin, word }, { siteId }) => {
  const { id } = await admin.ok('column.saveBase', { siteId, title: word, menuType: 1 })
  const field = { fieldName: 'title', fieldType: 'SingleLine', isSearch: true, isAdd: true, isUpdate: true } as const
  await admin.ok('column.settingField', { id, menuFieldDTOList: [field] })
  return id
}
const entryOf = async (stage: Stage, classId: number, at: Which, isStatus: boolean): Promise<number> => {
  const form = { classId, isStatus, fieldList: pairs({ title: textOf(stage, at) }) }
  const { id } = await stage.admin.ok('content.save', form)
  await stage.server.deps.db.updateTable('content').set({ createTime: TIMES[at] }).where('id', '=', id).execute()
  return id
}
const recycledOf = async (stage: Stage, classId: number, at: Which, isStatus = false): Promise<number> => {
  const id = await entryOf(stage, classId, at, isStatus)
  await stage.admin.ok('content.deleteByIdList', { classId, idList: [id] })
  return id
}
const scope: List['scope'] = ({ parent }) => ({ classId: parent })
const titled = (stage: Stage, at: Which) => pairs({ title: textOf(stage, at) })
const filters = (_place: Place, stage: Stage) => ({
  startTime_createTime: FROM,
  endTime_createTime: UP_TO,
  fieldKeyValuePairDTOList: eachOf(titled(stage, 'first'), titled(stage, 'second')),
})
const noted = (stage: Stage, contentId: number, at: Which) =>
  stage.add('content_note', { contentId, parentId: 0, text: textOf(stage, at), closeTime: 0, createTime: TIMES[at] })
const plannedOf = (stage: Stage, place: Place, at: Which, more: object = {}) =>
  stage.add('content_schedule', {
    contentId: place.parent,
    classId: place.parent,
    siteId: place.siteId,
    action: either(at, 'publish', 'unpublish'),
    state: 'planned',
    dueTime: 4e12 + TIMES[at],
    endTime: 0,
    ...more,
  })

/** Lists of a column and of an entry. */
export const contentLists: Listed[] = [
  [
    'content.page',
    {
      parent: columnOf,
      scope,
      make: (stage, { parent }, at) => entryOf(stage, parent, at, at === 'first'),
      hide: (stage, { parent }) => recycledOf(stage, parent, 'first', true),
      filters: (place, stage) => ({ ...filters(place, stage), isStatus: eachOf(true, false) }),
      without: ['siteId'],
    },
  ],
  [
    'content.draftPage',
    {
      parent: columnOf,
      scope,
      make: (stage, { parent }, at) => entryOf(stage, parent, at, false),
      async hide(stage, { parent }) {
        await entryOf(stage, parent, 'first', true)
        await recycledOf(stage, parent, 'first')
      },
      filters,
      without: ['siteId', 'isStatus'],
    },
  ],
  [
    'content.recyclePage',
    {
      parent: columnOf,
      scope,
      make: (stage, { parent }, at) => recycledOf(stage, parent, at),
      hide: (stage, { parent }) => entryOf(stage, parent, 'first', false),
      filters,
      without: ['siteId', 'isStatus'],
    },
  ],
  [
    'content.timeline',
    {
      parent: columnOf,
      scope,
      make: (stage, { siteId, parent }, at) =>
        stage.add('content_event', {
          contentId: either(at, parent, parent + 1),
          classId: parent,
          siteId,
          kind: either(at, 'created', 'saved'),
          version: 0,
          author: textOf(stage, at),
          authorId: 0,
          createTime: TIMES[at],
        }),
      filters: ({ parent }, stage) => ({
        id: eachOf(parent, parent + 1),
        kinds: eachOf(['created'], ['saved']),
        author: eachOf(textOf(stage, 'first'), textOf(stage, 'second')),
        startDate: FROM,
        endDate: UP_TO,
      }),
      without: ['key'],
    },
  ],
  [
    'note.list',
    {
      parent: async (stage, place) => entryOf(stage, await columnOf(stage, place), 'first', false),
      scope: ({ parent }) => ({ contentId: parent }),
      make: (stage, { parent }, at) => noted(stage, parent, at),
      isOldestFirst: true,
    },
  ],
  [
    'contentSchedule.ofEntry',
    {
      parent: columnOf,
      scope: ({ parent }) => ({ classId: parent, id: parent }),
      make: plannedOf,
      async hide(stage, place) {
        await plannedOf(stage, place, 'first', { state: 'done' })
        await plannedOf(stage, place, 'first', { contentId: newIds() })
        await plannedOf(stage, place, 'first', { classId: await columnOf(stage, place), state: 'failed' })
      },
    },
  ],
  [
    'contentSchedule.calendar',
    {
      parent: columnOf,
      scope: ({ siteId }) => ({ siteId, from: 0, to: 8.64e15 }),
      make: plannedOf,
      hide: (stage, place) => plannedOf(stage, place, 'first', { state: 'cancelled' }),
      filters: () => ({ from: { second: [4e12 + TIMES.second] }, to: { first: [4e12 + TIMES.second] } }),
      isOldestFirst: true,
    },
  ],
]
