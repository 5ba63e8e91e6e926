import { useCallback, useMemo } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { call } from '#renderer/data/client.ts'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { SITE } from '#renderer/areas/site/text.ts'
import type { SiteActions } from './columns.tsx'

type Direct = Pick<SiteActions, 'sort' | 'start' | 'stop' | 'remove'>

/** What is done with a site without a form; all but the sort value asks first (A·§4, A·§8). */
export function useSiteActions(): Direct {
  const confirm = useConfirm()
  const leaveDeleted = useLeaveDeleted()
  const { mutateAsync: saveSort } = useWrite('site.updateSort')
  const { mutate: publish } = useWrite('site.publish')
  const { mutate: draft } = useWrite('site.draft')
  const { mutate: remove } = useWrite('site.deleteByIdList')
  return useMemo<Direct>(() => {
    const asked =
      (what: string, text: string, run: (ids: [{ id: number }]) => void, danger = false) =>
      ({ id, title }: Site): void =>
        void confirm({ title: `${what}站点“${title}”`, text, danger }).then((agreed) => agreed && run([{ id }]))
    return {
      sort: (site, sort) => saveSort({ id: site.id, sort }),
      start: asked('开启', SITE.startQuestion, publish),
      stop: asked('关闭', SITE.stopQuestion, draft),
      remove: asked(
        '删除',
        SITE.deleteQuestion,
        (ids) => remove(ids, { onSuccess: ({ code }) => code === SUCCESS && leaveDeleted(ids[0].id) }),
        true,
      ),
    }
  }, [confirm, saveSort, publish, draft, remove, leaveDeleted])
}

/** When the current site is gone, the first that is left takes its place: screens would begin with nothing. */
function useLeaveDeleted(): (id: number) => void {
  const current = useCurrentSite()
  const chooseSite = useChooseSite()
  return useCallback(
    (id) => {
      if (current !== id) return
      call('site.page', { page: 1, size: 1 }).then(
        ({ data }) => data.content[0] && chooseSite(data.content[0].id),
        () => undefined,
      )
    },
    [current, chooseSite],
  )
}
