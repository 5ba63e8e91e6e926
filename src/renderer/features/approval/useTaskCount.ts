import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'

/** Interval of the poll: other accounts submit applications meanwhile. */
const POLL_MS = 5 * 60_000

/** The number of approval tasks that wait for the account; 0 for accounts without part in approval. */
export function useTaskCount(): number {
  const enabled = canSeeMenu(useAuthority(), MENU.approvalTasks)
  const read = useRead(
    'approval.taskingCount',
    { seeAll: false },
    { quiet: true, onFocus: true, everyMs: POLL_MS, enabled },
  )
  return read.data ?? 0
}
