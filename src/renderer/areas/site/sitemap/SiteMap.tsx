import { Button, MessageBar, MessageBarBody, Spinner } from '@fluentui/react-components'
import { EyeRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { columnsOf, FREQUENCIES, type Row } from './columns.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

type Entry = OutputOf<'sitemap.preview'>['content'][number]

const COLUMNS: readonly TableColumn<Entry>[] = [
  { key: 'address', title: '地址', render: (row) => row.address },
  { key: 'lastmod', title: '更新日期', width: '120px', render: (row) => row.lastmod || '—' },
  {
    key: 'frequency',
    title: '更新频率',
    width: '104px',
    render: ({ frequency }) => (frequency === '' ? '—' : (FREQUENCIES[frequency as 'daily'] ?? frequency)),
  },
  { key: 'priority', title: '优先级', width: '88px', render: (row) => row.priority || '—' },
]

/** The addresses and attributes of the next sitemap.xml. */
function PreviewDialog({ siteId, isSaved, onClose }: { siteId: number; isSaved: boolean; onClose: () => void }) {
  const list = useLocalList({}, 20)
  const read = useRead('sitemap.preview', { ...list.input, siteId }, { quiet: true, keepPrevious: true })
  return (
    <PanelDialog title="网站地图预览" size="large" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {!isSaved && (
        <MessageBar intent="info">
          <MessageBarBody>预览不包括未保存的改动</MessageBarBody>
        </MessageBar>
      )}
      <ListBody
        label="网站地图"
        list={list}
        read={read}
        columns={COLUMNS}
        rowKey={(row) => row.address}
        search="搜索地址"
        empty={<EmptyState title="网站地图中没有页面" text="请至少收录一个栏目，并生成静态页面" />}
      />
    </PanelDialog>
  )
}

type Settings = OutputOf<'sitemap.settings'>
type Rule = OutputOf<'sitemap.settings'>['rules'][number]
const NONE = { included: '', frequency: '', priority: '' } as const

/** 网站地图: the attributes in sitemap.xml of the pages of each column (A·§2 names only the menu entry). */
export function SiteMap() {
  const [siteId, setSite] = useSiteChoice()
  const read = useRead('sitemap.settings', { siteId }, { quiet: true, enabled: siteId > 0 })
  return <SiteRules key={siteId} siteId={siteId} onSite={setSite} read={read} />
}

interface Props {
  siteId: number
  onSite: (siteId: number) => void
  read: { data: Settings | undefined; isPending: boolean; error: Error | null; refetch: () => unknown }
}

function SiteRules({ siteId, onSite, read }: Props) {
  const { data } = read
  const [changed, setChanged] = useState<ReadonlyMap<number, Rule>>(new Map())
  const [isPreview, setPreview] = useState(false)
  const tree = useTreeState({ initially: 'expanded' })
  const save = useWrite('sitemap.save', { onSuccess: () => setChanged(new Map()) })
  useUnsaved(`${siteId}`, '网站地图设置', changed.size > 0)
  const saved = useMemo(() => new Map<number, Rule>(data?.rules.map((rule) => [rule.columnId, rule])), [data])
  const columns = useMemo(
    () =>
      columnsOf({
        ruleOf: (id) => changed.get(id) ?? saved.get(id) ?? { columnId: id, ...NONE },
        onChange: (rule) =>
          setChanged((now) => {
            const next = new Map(now)
            if (
              JSON.stringify(rule) === JSON.stringify(saved.get(rule.columnId) ?? { columnId: rule.columnId, ...NONE })
            )
              next.delete(rule.columnId)
            else next.set(rule.columnId, rule)
            return next
          }),
      }),
    [changed, saved],
  )
  const below = useMemo(() => {
    const ids = new Set(data?.columns.map(({ id }) => id))
    return Map.groupBy(data?.columns ?? [], ({ parentId }) => (ids.has(parentId) ? parentId : 0))
  }, [data])
  const rows = useMemo<Row[] | undefined>(
    () => data && [{ id: 0, parentId: 0, title: '网站首页', pages: 1 }, ...(below.get(0) ?? [])],
    [data, below],
  )
  return (
    <Page>
      <PageHeader
        title="网站地图"
        text={describeState(data)}
        actions={
          <>
            <Button icon={<EyeRegular />} disabled={!data || data.buildDate === ''} onClick={() => setPreview(true)}>
              预览
            </Button>
            <Button
              appearance="primary"
              disabled={changed.size === 0}
              disabledFocusable={save.isPending}
              icon={save.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
              onClick={() => save.mutate({ siteId, rules: [...changed.values()] })}
            >
              {changed.size > 0 ? `保存（${changed.size}）` : '保存'}
            </Button>
          </>
        }
      />
      {data?.origin === '' && (
        <MessageBar intent="warning">
          <MessageBarBody>站点还没有绑定域名，不会生成 sitemap.xml；请先在“绑定域名”中添加。</MessageBarBody>
        </MessageBar>
      )}
      <Toolbar end={<TreeButtons tree={tree} />}>
        <SiteSelect value={siteId} onChange={onSite} />
      </Toolbar>
      <TreeTable
        label="网站地图设置"
        columns={columns}
        rows={siteId === 0 ? [] : rows}
        childrenOf={(row) => (row.id === 0 ? [] : (below.get(row.id) ?? []))}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.title}
        read={read}
        tree={tree}
        empty={<EmptyState title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />}
      />
      {isPreview && <PreviewDialog siteId={siteId} isSaved={changed.size === 0} onClose={() => setPreview(false)} />}
    </Page>
  )
}

function describeState(data: Settings | undefined): string {
  if (!data) return '供搜索引擎使用的页面清单（sitemap.xml）'
  if (data.buildDate === '') return '该站点还没有生成静态页面'
  return `上次生成：${data.buildDate}；改动在下次生成静态页面时生效。`
}
