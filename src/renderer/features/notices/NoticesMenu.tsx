import { Button, CounterBadge, makeStyles } from '@fluentui/react-components'
import { AlertRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { NOTICES_FEATURE } from '#shared/contract/features.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { lazyComponent } from '#renderer/ui/lazy/lazyComponent.tsx'
import type { Notice, NoticeKind } from '#shared/contract/notice.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { useSetAnswer } from '#renderer/data/useSetAnswer.ts'
import { notifyInBackground } from '#renderer/data/background.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'

/** Notices that make the lists of tasks and entries stale. */
const ABOUT_TASKS: ReadonlySet<NoticeKind> = new Set(['task', 'step', 'agreed', 'refused', 'withdrawn'])
/** Notices that the affected form shows itself. */
const SHOWN_BY_FORM: ReadonlySet<NoticeKind> = new Set(['takeover'])

/** Handles notices from the host: updates the count, shows toasts and system notifications, refreshes lists. */
function useNewNotices(): void {
  const setAnswer = useSetAnswer()
  const refresh = useRefresh()
  const toast = useToast()
  useHostEvent('notices.changed', ({ unread, news }) => {
    setAnswer('notice.count', {}, { unread })
    refresh('notice.page', 'siteMail.counts')
    if (news.some(({ kind }) => kind === 'mail' || kind === 'document')) refresh('siteMail.inbox')
    if (news.some(({ kind }) => ABOUT_TASKS.has(kind)))
      refresh('approval.taskList', 'approval.taskingCount', 'approval.mine', 'content.page')
    for (const each of newest(news)) {
      if (!SHOWN_BY_FORM.has(each.kind)) toast.info(each.title)
      void notifyInBackground(each.title, each.body, each.path)
    }
  })
}

/** More toasts at a time would cover the window. */
const MAX_TOASTS = 3
const newest = (news: readonly Notice[]): readonly Notice[] => news.slice(-MAX_TOASTS)

/** Poll for notices that the host missed while the server was away. */
const POLL_MS = 5 * 60_000

/** Loaded when it is opened first. */
const NoticesDrawer = lazyComponent(async () => (await import('./NoticesDrawer.tsx')).NoticesDrawer)

const useStyles = makeStyles({
  // Half of the count badge lies outside the button.
  trigger: { position: 'relative', overflow: 'visible' },
  count: { position: 'absolute', insetInlineEnd: '-4px', top: '-2px' },
})

/** The title bar's button for notices, with the number of unread ones. Used once, in the shell. */
export function NoticesMenu() {
  const isSupported = useServerFeature(NOTICES_FEATURE)
  return isSupported ? <NoticesButton /> : null
}

function NoticesButton() {
  const styles = useStyles()
  const [shown, setShown] = useState(false)
  useNewNotices()
  const read = useRead('notice.count', {}, { quiet: true, everyMs: POLL_MS, onFocus: true })
  const unread = read.data?.unread ?? 0
  const label = unread > 0 ? `通知，${unread} 条未读` : '通知'
  return (
    <>
      <Button
        className={styles.trigger}
        appearance="subtle"
        aria-label={label}
        title={label}
        onClick={() => setShown(true)}
        icon={
          <>
            <AlertRegular />
            {unread > 0 && (
              <CounterBadge className={styles.count} size="small" color="danger" count={unread} overflowCount={99} />
            )}
          </>
        }
      />
      {shown && <NoticesDrawer onClose={() => setShown(false)} />}
    </>
  )
}
