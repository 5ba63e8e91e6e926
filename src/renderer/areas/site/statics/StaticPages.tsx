import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { BroomRegular, DocumentArrowRightRegular, GlobeRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { RowKey } from '#renderer/ui/table/types.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { openSite } from '#renderer/features/sites/openSite.ts'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { COLUMNS } from './columns.tsx'
import { pickedColumns } from '#renderer/features/columns/pickedColumns.ts'
import { StaticState } from './StaticState.tsx'
import { type QueuedJob, useStaticJobs } from './useStaticJobs.ts'

const childrenOf = (column: Column): readonly Column[] => column.child
const keyOf = ({ id }: Column): number => id
/** Ids of the columns and their descendants. */
const collectIds = (columns: readonly Column[]): number[] =>
  columns.flatMap(({ id, child }) => [id, ...collectIds(child)])
const titleOf = ({ title }: Column): string => title

/** 静态生成: makes or clears the static pages of a site (A·§2 Static generation page). */
export function StaticPages() {
  const [siteId, choose] = useSiteChoice()
  const { data: sites } = useRead('site.page', { page: 1, size: 200 })
  const title = sites?.content.find((site) => site.id === siteId)?.title ?? ''
  return <SitePages key={siteId} site={{ id: siteId, title }} onSite={choose} />
}

/** The page of one site. Nothing is ticked at first, or everything after the command of the palette. */
function SitePages({ site, onSite }: { site: { id: number; title: string }; onSite: (siteId: number) => void }) {
  const [ticked, setTicked] = useState<ReadonlySet<RowKey>>(new Set())
  const tree = useTreeState({ initially: 'expanded' })
  const none = site.id === 0
  const read = useRead('column.getTree', { siteId: site.id, showHiddenMenu: true }, { quiet: true, enabled: !none })
  const jobs = useStaticJobs(site)
  const who = useSession()
  const [selectsAll, setSelectsAll] = useState(false)
  useAutoOpenFromUrl(() => setSelectsAll(true))
  if (selectsAll && read.data) {
    setSelectsAll(false)
    setTicked(new Set(collectIds(read.data)))
  }
  const picked = useMemo(() => (who ? pickedColumns(who, site.id, ticked) : []), [who, site.id, ticked])
  return (
    <Page>
      <PageHeader
        title="静态生成"
        actions={
          <>
            <Button icon={<GlobeRegular />} disabled={none} onClick={() => void openSite(site)}>
              打开网站
            </Button>
            <Button icon={<BroomRegular />} disabled={none} disabledFocusable={jobs.cleaning} onClick={jobs.clean}>
              清除静态页面
            </Button>
            <Button
              appearance="primary"
              icon={jobs.building ? <Spinner size="tiny" aria-hidden /> : <DocumentArrowRightRegular />}
              disabled={none}
              disabledFocusable={jobs.building}
              onClick={() => jobs.build(picked)}
            >
              {jobs.building ? '已提交…' : picked.length > 0 ? `生成静态页面（${picked.length}）` : '生成静态页面'}
            </Button>
          </>
        }
      />
      <Notice />
      <Toolbar end={<TreeButtons tree={tree} />}>
        <SiteSelect value={site.id} onChange={onSite} />
      </Toolbar>
      {!none && <StaticState siteId={site.id} />}
      {jobs.job && <QueuedPanel key={jobs.job.jobId} job={jobs.job} />}
      <TreeTable
        label="栏目"
        columns={COLUMNS}
        rows={none ? [] : read.data}
        childrenOf={childrenOf}
        rowKey={keyOf}
        rowLabel={titleOf}
        read={read}
        tree={tree}
        selection={{ keys: ticked, onChange: setTicked }}
        cascade
        empty={
          none ? (
            <EmptyState title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />
          ) : (
            <EmptyState title="该站点还没有栏目" text="请先在“栏目管理”中新增栏目，或选择其他站点。" />
          )
        }
      />
    </Page>
  )
}

/** A·§2: the information banner; the document does not give its wording. */
function Notice() {
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>按栏目生成，按站点清除</MessageBarTitle>
        勾选栏目后点击“生成静态页面”，只更新所选栏目的页面；“清除静态页面”删除整个站点的静态页面。两者均作为后台任务排队，离开本页后继续进行；生成完成前，访客访问的仍是原页面。
      </MessageBarBody>
    </MessageBar>
  )
}

const useQueuedPanelStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    flexShrink: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
})

/** The progress of the job that this page queued last. */
function QueuedPanel({ job: { jobId, title } }: { job: QueuedJob }) {
  const styles = useQueuedPanelStyles()
  return (
    <section className={styles.root} aria-label={title}>
      <Text weight="semibold">{title}</Text>
      <JobProgress jobId={jobId} />
    </section>
  )
}
