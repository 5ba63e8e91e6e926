import { DocumentMultipleRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import type { Site } from '#shared/contract/site.ts'
import { decodePunycodeHost } from '#shared/util/hostName.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { columnsOf, type LinkedTemplate } from './columns.tsx'

/** A·§2: which sites use which template. */
export function TemplateRelation() {
  const [opened, setOpened] = useState<LinkedTemplate | null>(null)
  useTabOpen('TemplateRelation', opened, setOpened)
  const list = useListState({ size: 10 })
  const read = useRead('templateSite.page', list.input, { quiet: true, keepPrevious: true })
  const columns = useMemo(() => columnsOf(setOpened), [])
  return (
    <ListScreen
      title="站点模板关联"
      text="一个模板可以关联多个站点；站点的页面由所关联的模板生成。"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      search="搜索名称或标识符"
      onOpen={setOpened}
      onRowKey={(row, event) => event.key === 'F2' && setOpened(row)}
      empty={
        <EmptyState icon={DocumentMultipleRegular} title="还没有模板" text="请先在“模板列表”中新增模板，再关联站点" />
      }
    >
      {opened && <RelationDialog template={opened} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}

/** A·§5: at least one. */
const schema = z.object({ siteIds: z.array(z.number()).min(1, '请选择站点') })

interface RelationDialogProps {
  template: LinkedTemplate
  onClose: () => void
}

/** Loads the selectable sites, then shows the form. */
function RelationDialog({ template, onClose }: RelationDialogProps) {
  const { data, error, refetch } = useRead('site.page', { page: 1, size: 200 }, { quiet: true })
  if (data) return <SitesForm {...{ template, onClose }} sites={data.content} />
  return (
    <PanelDialog title={titleOf(template)} size="small" onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
    </PanelDialog>
  )
}

const titleOf = ({ name }: LinkedTemplate): string => `关联站点：${name}`

/** A·§2: a multi-select of sites (call 65). Linked sites that can't be chosen here stay linked. */
function SitesForm({ template, sites, onClose }: RelationDialogProps & { sites: readonly Site[] }) {
  const bind = useWrite('templateSite.bind')
  const known = new Set(sites.map((site) => site.id))
  const others = template.relationSiteIds.filter((id) => !known.has(id))
  return (
    <FormDialog
      title={titleOf(template)}
      schema={schema}
      values={{ siteIds: template.relationSiteIds.filter((id) => known.has(id)) }}
      save={({ siteIds }) => bind.mutateAsync({ templateId: template.id, siteIds: [...siteIds, ...others] })}
      onClose={onClose}
    >
      {(control) => (
        <>
          <MultiSelectField
            control={control}
            name="siteIds"
            label="站点"
            required
            options={sites.map(({ id, title, domain }) => ({ value: id, title, note: decodePunycodeHost(domain) }))}
            placeholder="选择站点，可按名称、域名或拼音首字母搜索"
          />
          {others.length > 0 && (
            <MessageBar intent="info">
              <MessageBarBody>另有 {others.length} 个已关联的站点不在可选范围内，保持关联。</MessageBarBody>
            </MessageBar>
          )}
        </>
      )}
    </FormDialog>
  )
}
