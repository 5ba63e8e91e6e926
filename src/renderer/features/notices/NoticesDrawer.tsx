import { Button, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import {
  AlertRegular,
  ArrowForwardRegular,
  ArrowUndoRegular,
  CalendarErrorRegular,
  CheckmarkCircleRegular,
  ClipboardTaskRegular,
  ClockAlarmRegular,
  DismissCircleRegular,
  DocumentArrowRightRegular,
  type FluentIcon,
  MailInboxRegular,
  MailRegular,
  PersonEditRegular,
  PhoneLaptopRegular,
  PlugDisconnectedRegular,
} from '@fluentui/react-icons'
import { useState } from 'react'
import type { Notice, NoticeKind } from '#shared/contract/notice.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { AllowNotices } from '../jobs/AllowNotices.tsx'

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  row: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalM,
    width: '100%',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  icon: { fontSize: '20px', lineHeight: '20px', color: tokens.colorBrandForeground1 },
  wrong: { color: tokens.colorStatusDangerForeground1 },
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  unread: { fontWeight: tokens.fontWeightSemibold },
  title: { overflowWrap: 'anywhere' },
  muted: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  dot: {
    width: '8px',
    height: '8px',
    marginTop: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
  },
  more: { justifySelf: 'center' },
})

/** Rows that each click on 加载更多 adds. */
const PAGE_SIZE = 20

const ICONS: Record<NoticeKind, FluentIcon> = {
  task: ClipboardTaskRegular,
  step: CheckmarkCircleRegular,
  agreed: CheckmarkCircleRegular,
  refused: DismissCircleRegular,
  withdrawn: ArrowUndoRegular,
  rejected: DismissCircleRegular,
  forwarded: ArrowForwardRegular,
  reminder: ClockAlarmRegular,
  takeover: PersonEditRegular,
  scheduleFailed: CalendarErrorRegular,
  mail: MailRegular,
  document: DocumentArrowRightRegular,
  inbox: MailInboxRegular,
  signIn: PhoneLaptopRegular,
  webhookOff: PlugDisconnectedRegular,
}
const NEGATIVE: ReadonlySet<NoticeKind> = new Set(['refused', 'rejected', 'scheduleFailed', 'webhookOff'])

type Which = 'unread' | 'all'

/** The account's notices, newest first; a click opens the notice's screen and marks it as read. */
export function NoticesDrawer({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const [which, setWhich] = useState<Which>('unread')
  const [size, setSize] = useState(PAGE_SIZE)
  const unreadOnly = which === 'unread'
  const read = useRead('notice.page', { page: 1, size, unreadOnly }, { quiet: true, keepPrevious: true })
  const readAll = useWrite('notice.markAllRead', { success: false })
  const openNotice = useOpenNotice(onClose)
  const rows = read.data?.content ?? []
  const remainingCount = (read.data?.totalElements ?? 0) - rows.length
  const choose = (next: Which): void => {
    setWhich(next)
    setSize(PAGE_SIZE)
  }
  return (
    <DetailDrawer title="通知" onClose={onClose}>
      <Tabs
        tabs={[
          { id: 'unread', title: '未读' },
          { id: 'all', title: '全部' },
        ]}
        selected={which}
        onSelect={choose}
      >
        {read.isPending && <LoadingState />}
        {read.error && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
        {read.data && rows.length === 0 && (
          <EmptyState
            icon={AlertRegular}
            title={unreadOnly ? '没有未读的通知' : '还没有通知'}
            text="需要审批的内容、审批结果和提醒会显示在此处。"
          />
        )}
        {rows.length > 0 && (
          <>
            <div className={styles.head}>
              <Text size={200} className={styles.muted}>{`共 ${read.data?.totalElements ?? 0} 条`}</Text>
              <Button size="small" disabledFocusable={readAll.isPending} onClick={() => readAll.mutate({})}>
                全部设为已读
              </Button>
            </div>
            <ul className={styles.list} aria-label="通知">
              {rows.map((row) => (
                <li key={row.id}>
                  <NoticeRow notice={row} onOpen={() => openNotice(row)} />
                </li>
              ))}
            </ul>
            {remainingCount > 0 && (
              <Button
                className={styles.more}
                disabledFocusable={read.isFetching}
                onClick={() => setSize(size + PAGE_SIZE)}
              >{`加载更多（还有 ${remainingCount} 条）`}</Button>
            )}
          </>
        )}
      </Tabs>
      <AllowNotices />
    </DetailDrawer>
  )
}

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const styles = useStyles()
  const Icon = ICONS[notice.kind]
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={mergeClasses(styles.icon, NEGATIVE.has(notice.kind) && styles.wrong)}>
        <Icon />
      </span>
      <span className={styles.text}>
        <span className={mergeClasses(styles.title, !notice.isRead && styles.unread)}>{notice.title}</span>
        {notice.body !== '' && (
          <Text size={200} className={styles.muted}>
            {notice.body}
          </Text>
        )}
        <Text size={200} className={styles.muted}>
          {notice.createDate}
        </Text>
      </span>
      {notice.isRead ? <span /> : <span className={styles.dot} role="img" aria-label="未读" />}
    </button>
  )
}

/** Marks a notice as read and opens its screen. */
function useOpenNotice(onClose: () => void): (notice: Notice) => void {
  const open = useOpenScreen()
  const toast = useToast()
  const { mutate } = useWrite('notice.markRead', { success: false, quiet: true })
  return ({ id, isRead, path }) => {
    if (!isRead) mutate({ idList: [id] })
    if (path === '') return toast.warning('内容所在的栏目已被删除')
    onClose()
    open(path)
  }
}
