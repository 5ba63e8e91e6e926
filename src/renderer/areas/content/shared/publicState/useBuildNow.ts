import { useMemo } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { canSeeMenu, canUseSite } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { pickedColumns } from '#renderer/features/columns/pickedColumns.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'

const idsOf = (tree: readonly Column[]): number[] => tree.flatMap(({ id, child }) => [id, ...idsOf(child)])

/** Builds all columns of the site that the account may read; null for who may not build. */
export function useBuildNow(siteId: number): { isBusy: boolean; build: () => Promise<void> } | null {
  const who = useAuthority()
  const { mutateAsync, isPending } = useWrite('statics.buildHTML', {
    success: '生成任务已加入队列',
    onSuccess: ({ data }) => data && followJob({ jobId: data.jobId, title: '生成静态页面' }),
  })
  return useMemo(() => {
    if (!canSeeMenu(who, MENU.staticPages) || !canUseSite(who, siteId)) return null
    return {
      isBusy: isPending,
      async build() {
        const read = await call('column.getTree', { siteId, showHiddenMenu: true }).catch((error: unknown) => {
          showError(error)
          return null
        })
        if (!read) return
        const menuIds = pickedColumns(who, siteId, new Set(idsOf(read.data))).map((id) => ({ id }))
        // useWrite has shown the error.
        await mutateAsync({ siteId, menuIds }).catch(() => undefined)
      },
    }
  }, [who, siteId, isPending, mutateAsync])
}
