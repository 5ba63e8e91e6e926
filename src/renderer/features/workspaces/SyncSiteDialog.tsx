import { Badge, Button, Text } from '@fluentui/react-components'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { OutputOf } from '#shared/contract/registry.ts'
import type { Template } from '#shared/contract/template.ts'
import { call } from '#renderer/data/client.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { summaryOf } from './summary.ts'

type Plan = OutputOf<'workspaces.plan'>

/** A template of the site and the state of its sync. */
interface Row {
  template: Template
  state: 'waiting' | 'planned' | 'synced' | 'started' | 'failed'
  path: string
  /** Summary of the plan, or the reason why there is none. */
  text: string
  plan: Plan | null
}

const BADGES: Record<Row['state'], { title: string; color: 'informative' | 'brand' | 'success' | 'danger' }> = {
  waiting: { title: '正在比较…', color: 'informative' },
  planned: { title: '可以开始', color: 'brand' },
  synced: { title: '已在本机', color: 'success' },
  started: { title: '已开始', color: 'success' },
  failed: { title: '无法同步', color: 'danger' },
}

const COLUMNS: TableColumn<Row>[] = [
  { key: 'name', title: '模板', width: '20%', render: (row) => row.template.name },
  {
    key: 'state',
    title: '状态',
    width: '110px',
    render: ({ state }) => (
      <Badge appearance="tint" color={BADGES[state].color}>
        {BADGES[state].title}
      </Badge>
    ),
  },
  { key: 'text', title: '计划', render: (row) => row.text },
  { key: 'path', title: '本地文件夹', width: '36%', render: (row) => row.path },
]

/** 同步全部模板: all templates of a site, each into a folder of its own, after one confirmation of all plans (S8). */
export function SyncSiteDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const site = useRead('site.findById', { id: siteId }, { quiet: true }).data?.title ?? ''
  const { data, error, refetch } = useRead('templateSite.ofSite', { id: siteId }, { quiet: true })
  if (data && data.length > 0) return <SiteTemplates site={site} templates={data} onClose={onClose} />
  return (
    <PanelDialog title={titleOf(site)} size="large" onClose={onClose}>
      {data && <EmptyState title="该站点还没有关联模板" text="请在“站点模板关联”中为站点选择模板。" />}
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
    </PanelDialog>
  )
}

const titleOf = (site: string): string => `同步全部模板${site && ` · ${site}`}`

function SiteTemplates({ site, templates, onClose }: { site: string; templates: Template[]; onClose: () => void }) {
  const navigate = useNavigate()
  const [rows, setRows] = useState<readonly Row[]>(() =>
    templates.map((template) => ({ template, state: 'waiting', path: '', text: '', plan: null })),
  )
  const [busy, setBusy] = useState(true)
  const { mutateAsync: connect } = useWrite('workspaces.connect', { quiet: true, success: false })
  const set = (template: Template, change: Partial<Row>): void =>
    setRows((now) => now.map((row) => (row.template.id === template.id ? { ...row, ...change } : row)))
  const loadPlan = async (template: Template): Promise<void> => {
    const { folder, name: templateName } = template
    try {
      const { data: proposed } = await call('workspaces.propose', { folder, templateName })
      set(template, { path: proposed.label })
      if (proposed.workspace) return set(template, { state: 'synced', text: '已与服务器保持一致' })
      const { data: plan } = await call('workspaces.plan', { folder, templateName, grant: proposed.grant })
      set(template, { state: 'planned', plan, text: [...summaryOf(plan), ...plan.warnings].join('；') })
    } catch (error) {
      set(template, { state: 'failed', text: toAppError(error).message })
    }
  }
  const planAll = useEffectEvent(() => {
    // One after the other: each plan reads a whole template.
    const planned = templates.reduce((before, template) => before.then(() => loadPlan(template)), Promise.resolve())
    void planned.then(() => setBusy(false))
  })
  useEffect(() => {
    planAll()
  }, [])
  const start = async (): Promise<void> => {
    setBusy(true)
    let all = true
    for (const { template, plan } of rows) {
      if (!plan) continue
      try {
        await connect({ planId: plan.planId })
        set(template, { state: 'started', plan: null })
      } catch (error) {
        all = false
        // A plan that is outdated is computed and shown again.
        if (toAppError(error).code === 'conflict') await loadPlan(template)
        else set(template, { state: 'failed', plan: null, text: toAppError(error).message })
      }
    }
    setBusy(false)
    if (!all) return
    onClose()
    void navigate('/workspace')
  }
  const ready = rows.filter(({ plan }) => plan).length
  return (
    <PanelDialog
      title={titleOf(site)}
      size="large"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button appearance="primary" disabledFocusable={busy || ready === 0} onClick={() => void start()}>
            {ready > 0 ? `同意并开始（${ready} 个模板）` : '同意并开始'}
          </Button>
        </>
      }
    >
      <Text>每个模板同步到单独的文件夹，之后两边自动保持一致。确认之前不改动任何文件。</Text>
      <DataTable label="站点的模板" columns={COLUMNS} rows={rows} rowKey={(row) => row.template.id} />
    </PanelDialog>
  )
}
