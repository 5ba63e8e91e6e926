import { hasRole } from '#shared/domain/permissions.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { ErrorPage } from '../ErrorPage.tsx'

/** A·§2, C·§2: the page of an account without a role, and of screens that its role doesn't hold. */
export function Forbidden() {
  const session = useSession()
  const text =
    session && !hasRole(session)
      ? '当前账号没有操作角色，请联系管理员为您分配角色。'
      : '当前账号的角色没有这个功能的权限，如需使用请联系管理员。'
  return <ErrorPage code="403" title="没有访问权限" texts={[text]} />
}
