import type { Column } from '#shared/contract/column.ts'
import { COLUMN_MODULES } from '#shared/domain/columnModule.ts'
import { COLUMN_POSITIONS } from '#shared/domain/columnPosition.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { call } from '#renderer/data/client.ts'
import type { Compare } from '#renderer/ui/form/compare.ts'
import { FIELD_TITLES, valuesOf } from './form.ts'

type Names = ReadonlyMap<number, string>
const NONE: Names = new Map()
const POSITIONS: Names = new Map(COLUMN_POSITIONS.map(({ id, title }) => [id, title]))
const MODULES: Names = new Map([[0, '不指定'], ...COLUMN_MODULES.map(({ id, title }): [number, string] => [id, title])])
const TYPES: Names = new Map([
  [COLUMN_TYPE.article, '单页'],
  [COLUMN_TYPE.list, '列表'],
])

const columnNames = (tree: readonly Column[]): [number, string][] =>
  tree.flatMap(({ id, title, child }) => [[id, title] as [number, string], ...columnNames(child)])

/** Names only help to read: without them the numbers are shown. */
async function namesFor(siteId: number): Promise<{ permissions: Names; columns: Names }> {
  const [dictionary, tree] = await Promise.allSettled([
    call('dict.index', {}),
    call('column.getTree', { siteId, showHiddenMenu: true }),
  ])
  return {
    permissions:
      dictionary.status === 'fulfilled' ? new Map(dictionary.value.data.map(({ id, title }) => [id, title])) : NONE,
    columns: tree.status === 'fulfilled' ? new Map(columnNames(tree.value.data)) : NONE,
  }
}

/** How the dialog of a column looks at what somebody else saved meanwhile: by names instead of numbers. */
export function columnComparison({ id, siteId }: { id: number; siteId: number }): Compare {
  let names = { permissions: NONE, columns: NONE }
  const say = (known: Names, value: unknown): string => known.get(Number(value)) ?? String(value)
  const list = (known: Names, value: unknown): string | undefined =>
    Array.isArray(value) ? value.map((each) => say(known, each)).join('、') : undefined
  return {
    labels: FIELD_TITLES,
    load: async () => {
      const [detail, found] = await Promise.all([call('column.findById', { id }), namesFor(siteId)])
      names = found
      return valuesOf(detail.data)
    },
    show: (field, value) => {
      if (field === 'parentId') return Number(value) === 0 ? '顶级栏目' : say(names.columns, value)
      if (field === 'menuType') return TYPES.get(Number(value)) ?? '普通栏目'
      if (field === 'moduleId') return say(MODULES, value)
      if (field === 'setting') return list(names.permissions, value)
      return field === 'showPositionIds' ? list(POSITIONS, value) : undefined
    },
  }
}
