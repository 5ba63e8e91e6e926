import { DocumentTextRegular } from '@fluentui/react-icons'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { COLUMNS, nameOf } from './columns.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'

/** Message templates approved by the providers (C·§2 SMS). */
export function SmsTemplates() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('smsTemplate.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveRows('smsTemplate.deleteByIdList', list)
  return (
    <EditableSiteRecords
      words={{
        title: '短信模板',
        add: '新增',
        search: '搜索模板名称或编码',
        emptyTitle: '该站点还没有短信模板',
        emptyText: '点击“新增”填写服务商审核通过的模板。',
      }}
      icon={DocumentTextRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={(row) => remove([row.id], `删除短信模板“${nameOf(row)}”`)}
      renderDialog={(template, site) => <TemplateDialog template={template} {...site} />}
    />
  )
}
