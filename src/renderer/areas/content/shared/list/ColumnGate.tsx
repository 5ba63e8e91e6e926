import { Button } from '@fluentui/react-components'
import { DocumentTextRegular } from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { AppError } from '#shared/errors/index.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import type { ListColumn, ListContext } from './listColumn.ts'

interface Props {
  columnId: number
  review: boolean
  children: (place: ListContext) => ReactNode
}

/** Loads the column of a list and checks that the account may read its content (A·§6: otherwise shows the 403 state). */
export function ColumnGate({ columnId, review, children }: Props) {
  const who = useSession()
  const read = useRead('column.findById', { id: columnId }, { quiet: true })
  const column = read.data
  if (!column) {
    if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
    return <LoadingState />
  }
  if (!who) return <LoadingState />
  const refusal = contentRefusal(who, column, 'read')
  if (refusal) return <ErrorState error={new AppError('forbidden', refusal)} />
  if (column.menuType !== COLUMN_TYPE.list) return <NotAListState column={column} />
  return children({ column, who, review })
}

/** Shown when the type of the column has changed since the address was saved. */
function NotAListState({ column: { title, menuType, manageUrl } }: { column: ListColumn }) {
  const open = useOpenScreen()
  const isArticle = menuType === COLUMN_TYPE.article && manageUrl !== ''
  return (
    <EmptyState
      icon={DocumentTextRegular}
      title={`“${title}”不是列表栏目`}
      text={isArticle ? '该栏目只有一篇内容。' : '请在其下级栏目中管理内容。'}
      action={isArticle && <Button onClick={() => open(manageUrl)}>编辑内容</Button>}
    />
  )
}
