import { FormRegular } from '@fluentui/react-icons'
import { makeStyles } from '@fluentui/react-components'
import { useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EntryDetail } from '#renderer/areas/content/shared/entry/EntryDetail.tsx'
import { useFieldWords } from '#renderer/features/entry/useFieldWords.ts'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { columnsOf, nameOf } from './columns.tsx'

/** Content sent by visitors (B·§2 Clue/form data): one tab for each lead column. */
export function Clues() {
  const [siteId, setSiteId] = useSiteChoice()
  return (
    <Page>
      <PageHeader
        title="线索数据"
        text="访客在网站上提交的内容。“栏目管理”中开启“线索栏目”的栏目各显示为一个标签页。"
        actions={<SiteSelect value={siteId} onChange={setSiteId} />}
      />
      {siteId > 0 && <SiteClues key={siteId} siteId={siteId} />}
    </Page>
  )
}

function SiteClues({ siteId }: { siteId: number }) {
  const who = useAuthority()
  const read = useRead('column.getTree', { siteId, showHiddenMenu: true }, { quiet: true })
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <LoadingState label="正在读取栏目…" />
  const [first, ...others] = findClueColumns(read.data, who)
  if (!first)
    return (
      <EmptyState
        icon={FormRegular}
        title="该站点还没有线索栏目"
        text="在“栏目管理”中编辑栏目并开启“线索栏目”，该栏目的内容会显示在“线索数据”中。"
      />
    )
  return <ClueTabs columns={[first, ...others]} />
}

const tabOf = ({ id, title }: Column) => ({ id: String(id), title })

function ClueTabs({ columns: [first, ...others] }: { columns: [Column, ...Column[]] }) {
  const [tab, setTab] = useTabChoice([tabOf(first), ...others.map(tabOf)])
  const column = others.find(({ id }) => String(id) === tab) ?? first
  return (
    <Tabs tabs={[first, ...others].map(tabOf)} selected={tab} onSelect={setTab}>
      <ClueTab key={column.id} column={column} />
    </Tabs>
  )
}

const holdsContent = ({ menuType }: Column): boolean =>
  menuType === COLUMN_TYPE.list || menuType === COLUMN_TYPE.article

/** Lead columns whose content the account may read, in tree order (B·§2); plain columns have no content. */
const findClueColumns = (tree: readonly Column[], who: Authority): Column[] =>
  tree.flatMap((column) => [
    ...(column.clue && holdsContent(column) && contentRefusal(who, column, 'read') === null ? [column] : []),
    ...findClueColumns(column.child, who),
  ])

const useClueTabStyles = makeStyles({ end: { marginInlineStart: 'auto' } })

/** The submissions of one column, with its list fields; they can be viewed, deleted and exported. */
function ClueTab({ column }: { column: Column }) {
  const styles = useClueTabStyles()
  const { id: classId, siteId } = column
  const [viewed, setViewed] = useState<number | null>(null)
  const who = useAuthority()
  const confirm = useConfirm()
  const { mutate: remove } = useWrite('content.deleteByIdList')
  // Each tab stores its list state in the address under its own name.
  const list = useListState({ name: `c${classId}` })
  const fields = useRead('column.findById', { id: classId }, { quiet: true })
  const listField = fields.data?.listField ?? []
  const read = useRead(
    'content.page',
    { classId, siteId, ...list.input },
    { quiet: true, keepPrevious: true, enabled: fields.data !== undefined },
  )
  const words = useFieldWords(listField, siteId, read.data?.content ?? [])

  const confirmRemove = async (entry: ContentEntry): Promise<void> => {
    const agreed = await confirm({
      title: `删除“${nameOf(listField, entry)}”`,
      text: '确认删除？',
      confirmText: '删除',
      danger: true,
    })
    if (agreed) remove({ classId, idList: [entry.id] })
  }
  const refusal = contentRefusal(who, column, 'remove')
  const columns = columnsOf(listField, words, {
    view: ({ id }) => setViewed(id),
    remove: (entry) => void confirmRemove(entry),
    refusal,
  })
  return (
    <>
      <ListBody
        label={column.title}
        list={list}
        read={fields.error ? { ...fields, data: undefined } : read}
        columns={columns}
        rowKey={(entry) => entry.id}
        rowLabel={(entry) => nameOf(listField, entry)}
        search="搜索全部文字"
        filters={
          <div className={styles.end}>
            <SheetButtons
              what={column.title}
              at={{ siteId, menuId: classId }}
              exports={{ operation: 'content.exportSheet', input: { classId, siteId, key: list.input.key } }}
            />
          </div>
        }
        onOpen={({ id }) => setViewed(id)}
        onRowKey={(entry, event) => event.key === 'Delete' && !refusal && void confirmRemove(entry)}
        empty={<EmptyState icon={FormRegular} title="还没有线索" text="访客在网站上提交的内容会显示在列表中" />}
      />
      {viewed !== null && <EntryDetail classId={classId} id={viewed} onClose={() => setViewed(null)} />}
    </>
  )
}
