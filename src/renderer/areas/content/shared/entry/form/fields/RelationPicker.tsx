import { Text } from '@fluentui/react-components'
import { type ContentEntry, MAX_OPTIONS } from '#shared/contract/content.ts'
import { parseRelation } from '#shared/domain/relationContent.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PickerDialog } from '#renderer/ui/dialogs/PickerDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { useReads } from '#renderer/data/useReads.ts'
import type { FormField } from '../loadEntry.ts'
import { relatedInput } from '#renderer/features/entry/useRelated.ts'

/** Entries on a page (B·§9). */
const PAGE_SIZE = 10

interface Option {
  id: string
  title: string
  facts?: OptionFacts | undefined
}
const COLUMNS = [
  { key: 'id', title: '编号', width: '120px', render: ({ id }: Option) => id },
  { key: 'title', title: '标题', render: ({ title }: Option) => title },
  { key: 'status', title: '状态', width: '88px', render: ({ facts }: Option) => facts && <Status facts={facts} /> },
  { key: 'column', title: '栏目', width: '20%', render: ({ facts }: Option) => facts?.column },
  { key: 'created', title: '创建日期', width: '112px', render: ({ facts }: Option) => facts?.created },
]

function Status({ facts: { isPublished } }: { facts: OptionFacts }) {
  return (
    <StateBadges
      badges={[isPublished ? { title: '已发布', color: 'success' } : { title: '未发布', color: 'informative' }]}
    />
  )
}

interface Props {
  label: string
  field: FormField
  siteId: number
  ids: readonly string[]
  titleOf: (id: string) => string
  onConfirm: (ids: string[]) => void
  onClose: () => void
}

/** The picker of related entries: search, table, pages and 确定 (B·§2). */
export function RelationPicker({ label, field, siteId, ids, titleOf, onConfirm, onClose }: Props) {
  const paging = usePaging(PAGE_SIZE)
  const { page, size, key } = paging.input
  const read = useRead('content.selectOptions', relatedInput(field, siteId, key), { quiet: true, keepPrevious: true })
  // An object's numeric keys are in ascending order; reversed, the newest come first.
  const allOptions =
    read.data &&
    Object.entries(read.data)
      .map(([id, title]): Option => ({ id, title }))
      .toReversed()
  const pageOptions = (allOptions ?? []).slice((page - 1) * size, page * size)
  const facts = useOptionFacts(
    field,
    pageOptions.map(({ id }) => id),
  )
  const isTruncated = (allOptions?.length ?? 0) >= MAX_OPTIONS
  return (
    <PickerDialog
      title={`选择${label}`}
      many
      optional
      search="搜索标题"
      filters={isTruncated && <Text>仅列出最新的 {MAX_OPTIONS} 篇，其他内容请按标题搜索</Text>}
      paging={paging}
      read={{
        isPending: read.isPending,
        error: read.error,
        refetch: read.refetch,
        data: allOptions && {
          content: pageOptions.map((option) => ({ ...option, facts: facts.get(option.id) })),
          totalElements: allOptions.length,
        },
      }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ title, id }) => title || `编号 ${id}`}
      chosen={ids.map((id) => ({ key: id, label: titleOf(id) }))}
      empty={<EmptyState title={key ? '没有找到' : '没有可选的内容'} />}
      onConfirm={(picked) => onConfirm(picked.map((each) => each.key))}
      onClose={onClose}
    />
  )
}

interface OptionFacts {
  isPublished: boolean
  created: string
  column: string
}

/**
 * Status, date and column of the shown entries by id. Missing if the field names its columns by an identifier, or a column
 * can't be read.
 */
function useOptionFacts(field: FormField, ids: readonly string[]): ReadonlyMap<string, OptionFacts> {
  const { classIdList = [] } = parseRelation(field.relationMark, field.defaultValue)
  const idList = ids.map(Number).filter(Number.isSafeInteger)
  const columnIds = idList.length > 0 ? classIdList : []
  const entries = useReads(
    'content.listByIds',
    columnIds.map((classId) => ({ classId, idList })),
  )
  const columns = useReads(
    'column.findById',
    columnIds.map((id) => ({ id })),
  )
  const facts = columnIds.flatMap((_classId, at) => {
    const column = columns[at]?.data?.title ?? ''
    return (entries[at]?.data ?? []).map((entry) => [String(entry.id), factsOf(entry, column)] as const)
  })
  return new Map(facts)
}

const factsOf = ({ isStatus, createTime }: ContentEntry, column: string): OptionFacts => ({
  isPublished: isStatus,
  created: createTime.slice(0, 10),
  column,
})
