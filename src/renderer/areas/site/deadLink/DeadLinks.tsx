import { Button, Checkbox, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { LinkDismissRegular, SearchRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { DEAD_LINK_KINDS, type DeadLink } from '#shared/contract/deadLink.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { entryUrlOf } from '#shared/domain/columnType.ts'
import { MENU, SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { fileHref } from '#renderer/features/links/fileLink.ts'
import { NoSite, NO_SITE_READ } from '#renderer/features/sites/noSite.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { RedirectDialog } from '#renderer/areas/site/shared/RedirectDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { columnsOf, KINDS, sourceOf } from './columns.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'

/** The pages that contain a dead link, with its cause and remedy. */
function DeadLinkPages({ row, onClose }: { row: DeadLink; onClose: () => void }) {
  const styles = useStyles()
  return (
    <PanelDialog title="死链所在页面" size="medium" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <Facts
        facts={[
          { name: '失效的地址', value: row.address, copy: true },
          { name: '原因', value: row.reason },
          { name: '来自', value: sourceOf(row) },
          { name: '修复方法', value: describeRemedy(row) },
        ]}
      />
      <Text weight="semibold">
        {row.pages > row.places.length
          ? `所在页面（前 ${row.places.length} 个，共 ${row.pages} 个）`
          : `所在页面（${row.pages} 个）`}
      </Text>
      <ul className={styles.list}>
        {row.places.map(({ page, line }) => (
          <li key={page}>
            {page} <span className={styles.line}>（第 {line} 行）</span>
          </li>
        ))}
      </ul>
    </PanelDialog>
  )
}

function describeRemedy({ source, file, line, kind, canRedirect }: DeadLink): string {
  const where =
    source === 'template'
      ? `修改模板 ${file} 第 ${line} 行`
      : source === 'entry'
        ? '编辑该内容，改正或删除链接'
        : '检查模板中生成该地址的代码，或栏目的地址设置'
  if (kind === 'picture' || kind === 'file') return `${where}，或重新上传文件`
  return canRedirect ? `${where}；页面已移动时，可以添加跳转` : where
}

const useStyles = makeStyles({
  state: { display: 'grid', gap: tokens.spacingVerticalXS, flexShrink: 0 },
  text: { color: tokens.colorNeutralForeground2 },
  list: { margin: 0, paddingInlineStart: '20px', overflowWrap: 'anywhere' },
  line: { color: tokens.colorNeutralForeground3 },
})
const FILTERS = ['all', ...DEAD_LINK_KINDS] as const
const FILTER_ITEMS = FILTERS.map((kind, id) => ({ id, title: kind === 'all' ? '全部类型' : KINDS[kind] }))
const TEMPLATES_PATH = SYSTEM_MENUS.find(({ id }) => id === MENU.templates)?.path ?? '/'
/** Polling interval of the state, ms: a check may be started elsewhere. */
const POLL_MS = 4000

/** 死链: broken links of the built site, with cause and remedy (A·§2 names only the menu entry). */
export function DeadLinks() {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<{ row: DeadLink; as: 'places' | 'redirect' } | null>(null)
  const [isExternal, setExternal] = useState(false)
  const [job, setJob] = useState<number | null>(null)
  const list = useListState({ filters: { siteId: useCurrentSite(), kind: 0 } })
  const { siteId } = list.filters
  const input = { ...list.input, kind: FILTERS[list.filters.kind] ?? 'all' }
  const read = useRead('deadLink.page', input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const { data: state } = useRead('deadLink.state', { siteId }, { quiet: true, everyMs: POLL_MS, enabled: siteId > 0 })
  const check = useWrite('deadLink.check', {
    onSuccess: ({ data }) => {
      if (!data) return
      setJob(data.jobId)
      followJob({ jobId: data.jobId, title: '检查死链' })
    },
  })
  const columns = useMemo(
    () =>
      columnsOf({
        places: (row) => setOpened({ row, as: 'places' }),
        redirect: (row) => setOpened({ row, as: 'redirect' }),
        edit: (row) => {
          if (row.source === 'template') {
            const { folder, file, line } = row
            return () => void navigate(folder === '' ? TEMPLATES_PATH : fileHref(`${folder}/${file}`, line))
          }
          const url = row.source === 'entry' ? entryUrlOf(row.menuType, row.columnId, row.entryId) : ''
          return url === '' ? null : () => void navigate(url)
        },
      }),
    [navigate],
  )
  return (
    <ListScreen
      title="死链"
      list={list}
      read={siteId === 0 ? NO_SITE_READ : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.address}
      search="搜索地址"
      onOpen={(row) => setOpened({ row, as: 'places' })}
      notice={state && siteId > 0 && <CheckState state={state} job={job} />}
      filters={
        <>
          <SiteSelect value={siteId} onChange={(id) => list.setFilter('siteId', id)} />
          <TruncatedSelect
            label="类型"
            items={FILTER_ITEMS}
            value={list.filters.kind}
            onChange={(kind) => list.setFilter('kind', kind)}
          />
        </>
      }
      actions={
        siteId > 0 && (
          <>
            <Checkbox
              label="同时检查外部链接"
              checked={isExternal}
              onChange={(_event, { checked }) => setExternal(checked === true)}
            />
            <SheetButtons
              what="死链"
              at={{ siteId: 0, menuId: MENU.deadLink }}
              exports={{ operation: 'deadLink.outputData', input: { siteId } }}
            />
            <Button
              appearance="primary"
              icon={check.isPending ? <Spinner size="tiny" aria-hidden /> : <SearchRegular />}
              disabledFocusable={check.isPending}
              onClick={() => check.mutate({ siteId, isExternal })}
            >
              开始检查
            </Button>
          </>
        )
      }
      empty={siteId === 0 ? <NoSite /> : <EmptyList state={state} />}
    >
      {opened?.as === 'places' && <DeadLinkPages row={opened.row} onClose={() => setOpened(null)} />}
      {opened?.as === 'redirect' && (
        <RedirectDialog
          siteId={siteId}
          redirect={null}
          source={opened.row.address.split(/[?#]/)[0] ?? ''}
          onClose={() => setOpened(null)}
        />
      )}
    </ListScreen>
  )
}

function CheckState({ state, job }: { state: OutputOf<'deadLink.state'>; job: number | null }) {
  const styles = useStyles()
  const { checkDate, pages, links, external, leftOut, dead } = state
  const outside = external > 0 ? `，外部链接 ${external} 个${leftOut > 0 ? `（另有 ${leftOut} 个未检查）` : ''}` : ''
  return (
    <section className={styles.state} aria-label="检查结果">
      <Text className={styles.text}>
        {checkDate === ''
          ? '尚未检查。检查范围为已生成的静态页面。'
          : `上次检查：${checkDate}，${pages} 个页面、${links} 个链接${outside}；发现 ${dead} 个失效的地址。`}
      </Text>
      {job !== null && <JobProgress key={job} jobId={job} />}
    </section>
  )
}

function EmptyList({ state }: { state: OutputOf<'deadLink.state'> | undefined }) {
  if (!state) return null
  if (state.buildDate === '')
    return (
      <EmptyState icon={LinkDismissRegular} title="网站还没有生成" text="请先在“静态生成”中生成静态页面，再检查死链" />
    )
  if (state.checkDate === '')
    return <EmptyState icon={LinkDismissRegular} title="尚未检查" text="点击“开始检查”，逐页检查链接、图片和文件。" />
  return <EmptyState icon={LinkDismissRegular} title="没有发现死链" text="所有链接都能打开。网站更新后可以再次检查。" />
}
