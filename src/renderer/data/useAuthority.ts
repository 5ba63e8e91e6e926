import type { Authority } from '#shared/domain/permissions.ts'
import { useSession } from './useSession.ts'

const NOBODY: Authority = { groupId: 0, siteItemDTOList: [] }

/** What the signed-in account is granted, for the rules of shared/domain; nothing while there is no session. */
export const useAuthority = (): Authority => useSession() ?? NOBODY
