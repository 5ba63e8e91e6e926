import { Button } from '@fluentui/react-components'
import { AddRegular, DocumentTextRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { SmsTemplate } from '#shared/contract/smsTemplate.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { NoSite, OF_NO_SITE } from '#renderer/features/sites/noSite.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { type EditRemove, editRemoveColumn, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { TemplateDialog } from './TemplateDialog.tsx'
import { TEMPLATE } from './text.ts'

const nameOf = ({ templateName }: SmsTemplate): string => templateName

/** C·§2: name and code; the text is ours. */
const COLUMNS: readonly TableColumn<SmsTemplate>[] = [
  { key: 'templateName', title: TEMPLATE.templateName, width: '25%', render: nameOf },
  { key: 'templateCode', title: TEMPLATE.templateCode, width: '25%', render: (row) => row.templateCode },
  { key: 'templateContent', title: TEMPLATE.templateContent, render: (row) => row.templateContent },
]

/** The texts that the providers have agreed to (C·§2 SMS). */
export function SmsTemplates() {
  const [opened, setOpened] = useState<{ template: SmsTemplate | null } | null>(null)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('smsTemplate.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveRows('smsTemplate.deleteByIdList', list)
  const actions = useMemo<EditRemove<SmsTemplate>>(
    () => ({
      edit: (template) => setOpened({ template }),
      remove: (row) => void remove([row.id], TEMPLATE.removeTitle(nameOf(row))),
    }),
    [remove],
  )
  const columns = useMemo(() => [...COLUMNS, editRemoveColumn(actions, nameOf)], [actions])
  return (
    <ListScreen
      title={TEMPLATE.title}
      list={list}
      read={siteId === 0 ? OF_NO_SITE : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={nameOf}
      search={TEMPLATE.search}
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          disabled={siteId === 0}
          onClick={() => setOpened({ template: null })}
        >
          {TEMPLATE.add}
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState icon={DocumentTextRegular} title={TEMPLATE.emptyTitle} text={TEMPLATE.emptyText} />
        )
      }
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && <TemplateDialog template={opened.template} siteId={siteId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
