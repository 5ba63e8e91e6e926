import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { ContentRevision } from '#shared/contract/content.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useSaveLock } from '#renderer/ui/dialogs/useSaveLock.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Pager } from '#renderer/ui/table/Pager.tsx'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import type { LoadedEntry } from '../form/loadEntry.ts'
import { SensitiveDialog } from '../sensitive/SensitiveDialog.tsx'
import { useSensitiveQuestion } from '../sensitive/useSensitiveQuestion.ts'
import { RevisionChanges } from './RevisionChanges.tsx'

const useStyles = makeStyles({
  root: {
    flex: '1 1 auto',
    minHeight: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(220px, 300px) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalL,
  },
  side: { display: 'flex', flexDirection: 'column', minHeight: 0, overflowY: 'auto' },
})

interface Props {
  loaded: LoadedEntry
  mayLeave?: (() => Promise<boolean>) | undefined
  onRestored?: (() => void) | undefined
  onClose: () => void
}

/** The revisions of an entry, newest first, with their changes and a button to restore them. */
export function HistoryDialog({ loaded, mayLeave, onRestored, onClose }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const who = useAuthority()
  const lock = useSaveLock()
  const paging = usePaging(20)
  const { classId, id } = loaded
  const read = useRead('content.revisions', { classId, id, ...paging.input }, { quiet: true, keepPrevious: true })
  const { page, size } = paging.input
  const total = read.data?.totalElements ?? 0
  // Each version is compared with its predecessor; the predecessor of the last row is on the next page.
  const nextPage = useRead(
    'content.revisions',
    { classId, id, ...paging.input, page: page + 1 },
    { quiet: true, enabled: total > page * size },
  )
  const restore = useWrite('content.restoreRevision', { quiet: true })
  const { question, attempt, close } = useSensitiveQuestion()
  const [chosen, setChosen] = useState<number | null>(null)
  const rows = read.data?.content ?? []
  const selectedIndex = chosen === null ? 0 : rows.findIndex((row) => row.id === chosen)
  const row = rows[Math.max(0, selectedIndex)]
  // Revisions of approval requests are skipped: only states of the entry are compared with each other.
  const current = page === 1 ? rows.find(({ isProposal }) => !isProposal) : undefined
  const findPredecessor = (list: readonly ContentRevision[]) => list.find(({ isProposal }) => !isProposal)
  const predecessorOnPage = row && findPredecessor(rows.slice(rows.indexOf(row) + 1))
  const isLast = row !== undefined && predecessorOnPage === undefined && total > page * size
  const predecessor = isLast
    ? nextPage.data && (findPredecessor(nextPage.data.content) ?? nextPage.data.content[0])
    : predecessorOnPage
  const isPredecessorMissing = isLast && predecessor === undefined
  const refusal = contentRefusal(who, loaded.column, 'edit')

  const confirmRestore = async (revisionId: number, version: number): Promise<void> => {
    if (mayLeave && !(await mayLeave())) return
    const text = `当前内容将保留在历史版本中。`
    if (!(await confirm({ title: `还原为第 ${version} 版`, text, confirmText: '还原' }))) return
    const input = { classId, id, revisionId, version: loaded.version }
    const publish = async (acceptSensitive: boolean): Promise<void> => {
      const answer = await restore.mutateAsync({ ...input, acceptSensitive })
      if (answer.code === SUCCESS) onRestored?.()
    }
    await lock.run(() => attempt(publish))
  }
  const footer = (
    <>
      {row && row !== current && onRestored && (
        <Button
          appearance="primary"
          disabledFocusable={lock.busy || refusal !== null}
          title={refusal ?? undefined}
          onClick={() => void confirmRestore(row.id, row.version).catch(() => undefined)}
        >
          还原到此版本
        </Button>
      )}
      <Button onClick={onClose}>关闭</Button>
    </>
  )
  return (
    <PanelDialog title="历史版本" size="large" onClose={onClose} footer={footer}>
      {read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <LoadingState />}
      {read.data && rows.length === 0 && <EmptyState title="还没有历史版本" />}
      {row && (
        <div className={styles.root}>
          <div className={styles.side}>
            <RevisionList rows={rows} chosen={row.id} current={current?.id} onChoose={setChosen} />
          </div>
          <div className={styles.side}>
            {!isPredecessorMissing && (
              <RevisionChanges key={row.id} loaded={loaded} revisionId={row.id} beforeId={predecessor?.id ?? 0} />
            )}
            {isPredecessorMissing && nextPage.error && (
              <ErrorState error={nextPage.error} onRetry={() => void nextPage.refetch()} />
            )}
            {isPredecessorMissing && !nextPage.error && <LoadingState />}
          </div>
        </div>
      )}
      {total > size && <Pager paging={paging} total={total} />}
      {question && <SensitiveDialog question={question} onClose={close} />}
    </PanelDialog>
  )
}

const useRevisionListStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalXXS, margin: 0, padding: 0, listStyle: 'none' },
  row: { width: '100%', justifyContent: 'start', textAlign: 'start', fontWeight: tokens.fontWeightRegular },
  inner: { display: 'grid', minWidth: 0 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface RevisionListProps {
  rows: readonly ContentRevision[]
  chosen: number
  /** Id of the current revision; undefined if it is on another page. */
  current: number | undefined
  onChoose: (id: number) => void
}

/** The action that created a revision. */
const REASON_LABELS: Readonly<Record<string, string>> = {
  create: '新增',
  save: '保存',
  publish: '发布',
  unpublish: '取消发布',
  restore: '还原',
  import: '导入',
  copy: '复制',
  reject: '驳回',
  forward: '转发',
  apply: '提交审批',
  agree: '审批通过',
}

/** The list of revisions with author and time. */
function RevisionList({ rows, chosen, current, onChoose }: RevisionListProps) {
  const styles = useRevisionListStyles()
  return (
    <ul className={styles.list} aria-label="历史版本列表">
      {rows.map(({ id, version, createTime, author, reason, ...state }) => (
        <li key={id}>
          <Button
            className={styles.row}
            appearance={id === chosen ? 'secondary' : 'subtle'}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
          >
            <span className={styles.inner}>
              <span className={styles.head}>
                <Text weight="semibold">第 {version} 版</Text>
                <StateBadge {...state} />
                {id === current && <Badge appearance="outline">当前</Badge>}
              </span>
              <Text size={200}>{createTime}</Text>
              <Text size={200} className={styles.muted}>
                {author || '（未知）'} · {REASON_LABELS[reason] ?? reason}
              </Text>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** State of a revision; for approval requests the state of the request. */
function StateBadge({ approval, isProposal, isStatus }: Pick<ContentRevision, 'approval' | 'isProposal' | 'isStatus'>) {
  if (approval === 'waiting' || isProposal) {
    const { title, color } = APPROVAL_STATES[approval]
    return (
      <Badge appearance="tint" color={color}>
        {title}
      </Badge>
    )
  }
  return (
    <Badge appearance="tint" color={isStatus ? 'success' : 'informative'}>
      {isStatus ? '已发布' : '草稿'}
    </Badge>
  )
}

const APPROVAL_STATES = {
  waiting: { title: '待审批', color: 'warning' },
  agreed: { title: '审批通过', color: 'success' },
  refused: { title: '审批未通过', color: 'danger' },
  withdrawn: { title: '已撤回', color: 'informative' },
  none: { title: '草稿', color: 'informative' },
} as const
