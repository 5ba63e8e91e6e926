import { hasRole } from '#shared/domain/permissions.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { ErrorPage } from '../ErrorPage.tsx'

/** A·§2, C·§2: shown to accounts without a role, and for screens that the role does not grant. */
export function Forbidden() {
  const session = useSession()
  const text =
    session && !hasRole(session)
      ? '当前账号没有操作角色，请联系管理员分配。'
      : '当前账号的角色没有此功能的权限，如需使用，请联系管理员。'
  return <ErrorPage code="403" title="没有访问权限" texts={[text]} />
}
