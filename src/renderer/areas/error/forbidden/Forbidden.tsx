import { hasRole } from '#shared/domain/permissions.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { FORBIDDEN } from '#renderer/ui/layout/text.ts'
import { ErrorPage } from '../ErrorPage.tsx'

/** A·§2, C·§2: the page of an account without a role, and of screens that its role doesn't hold. */
export function Forbidden() {
  const session = useSession()
  const text = session && !hasRole(session) ? FORBIDDEN.noRole : FORBIDDEN.notGranted
  return <ErrorPage code="403" title={FORBIDDEN.title} texts={[text]} />
}
