import { makeStyles } from '@fluentui/react-components'
import { FormRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { EntryView } from '#renderer/areas/content/shared/entry/EntryView.tsx'
import { useFieldWords } from '#renderer/areas/content/shared/entry/values/useFieldWords.ts'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { CONTENT } from '#renderer/areas/content/text.ts'
import { columnsOf, nameOf } from './columns.tsx'

const useStyles = makeStyles({ end: { marginInlineStart: 'auto' } })

/** What was sent to one column: its list fields, to look at, delete and export. */
export function ClueTab({ column }: { column: Column }) {
  const styles = useStyles()
  const { id: classId, siteId } = column
  const [viewed, setViewed] = useState<number | null>(null)
  const who = useAuthority()
  const confirm = useConfirm()
  const { mutate: remove } = useWrite('content.deleteByIdList')
  // Pages of different tabs stand beside each other in the address.
  const list = useListState({ name: `c${classId}` })
  const fields = useRead('column.findById', { id: classId }, { quiet: true })
  const listField = fields.data?.listField ?? []
  const read = useRead(
    'content.page',
    { classId, siteId, ...list.input },
    { quiet: true, keepPrevious: true, enabled: fields.data !== undefined },
  )
  const words = useFieldWords(listField, siteId, read.data?.content ?? [])

  const ask = async (entry: ContentEntry): Promise<void> => {
    const agreed = await confirm({ title: `删除“${nameOf(listField, entry)}”`, text: CONTENT.deleteOne, danger: true })
    if (agreed) remove({ classId, idList: [entry.id] })
  }
  const refusal = contentRefusal(who, column, 'remove')
  const columns = columnsOf(listField, words, {
    view: ({ id }) => setViewed(id),
    remove: (entry) => void ask(entry),
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
        onRowKey={(entry, event) => event.key === 'Delete' && !refusal && void ask(entry)}
        empty={<EmptyState icon={FormRegular} title="还没有线索" text="访客在网站上提交以后，会显示在这里。" />}
      />
      {viewed !== null && <EntryView classId={classId} id={viewed} onClose={() => setViewed(null)} />}
    </>
  )
}
