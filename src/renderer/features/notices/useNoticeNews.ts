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
export function useNoticeNews(): void {
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
