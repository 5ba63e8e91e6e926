import { NOT_FOUND } from '#renderer/ui/layout/text.ts'
import { ErrorPage } from '../ErrorPage.tsx'

/** A·§2, C·§2: the 404 page. */
export function NotFound() {
  return <ErrorPage code="404" title={NOT_FOUND.title} texts={[NOT_FOUND.reason, NOT_FOUND.advice]} />
}
