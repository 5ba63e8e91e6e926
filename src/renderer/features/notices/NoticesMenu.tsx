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
import { tellInBackground } from '#renderer/data/background.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'

/** Notices after which lists of tasks and of entries are others. */
const ABOUT_TASKS: ReadonlySet<NoticeKind> = new Set(['task', 'step', 'agreed', 'refused', 'withdrawn'])
/** The form that it happens to says it itself. */
const SAID_ELSEWHERE: ReadonlySet<NoticeKind> = new Set(['takeover'])

/** Takes what the host hears: the count, a toast, a notification of the system when the user looks elsewhere, fresh lists. */
function useNoticeNews(): void {
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
      if (!SAID_ELSEWHERE.has(each.kind)) toast.info(each.title)
      void tellInBackground(each.title, each.body, each.path)
    }
  })
}

/** More at a time would cover the window. */
const SHOWN = 3
const newest = (news: readonly Notice[]): readonly Notice[] => news.slice(-SHOWN)

/** The host tells at once; this is for what it missed while the server was away. */
const EVERY_MS = 5 * 60_000

/** Needed once somebody looks. */
const NoticesDrawer = lazyComponent(async () => (await import('./NoticesDrawer.tsx')).NoticesDrawer)

const useStyles = makeStyles({
  // Its count stands half outside.
  trigger: { position: 'relative', overflow: 'visible' },
  count: { position: 'absolute', insetInlineEnd: '-4px', top: '-2px' },
})

/** The title bar's button for what the account is told, with how much is not read. Stands once in the shell. */
export function NoticesMenu() {
  const offered = useServerFeature(NOTICES_FEATURE)
  return offered ? <Offered /> : null
}

function Offered() {
  const styles = useStyles()
  const [shown, setShown] = useState(false)
  useNoticeNews()
  const read = useRead('notice.count', {}, { quiet: true, everyMs: EVERY_MS, onFocus: true })
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
