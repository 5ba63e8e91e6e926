import type { Authority } from '#shared/domain/permissions.ts'
import { useSession } from './useSession.ts'

const NOBODY: Authority = { groupId: 0, siteItemDTOList: [] }

/** The signed-in account's grants, for the rules in shared/domain; none without a session. */
export const useAuthority = (): Authority => useSession() ?? NOBODY
