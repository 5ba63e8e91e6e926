import type { ContentEntry } from '#shared/contract/content.ts'
import type { PublicState } from '#shared/contract/publicState.ts'
import { useHasPublicStates, usePublicStates } from '#renderer/areas/content/shared/publicState/usePublicStates.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { publicStateColumn } from './columns.tsx'
import type { RowCommands } from './commands.ts'
import type { ListColumn } from './listColumn.ts'

interface PublicPages {
  /** By entry id; null: the server does not tell. */
  states: ReadonlyMap<number, PublicState> | null
  commands: Pick<RowCommands, 'openPage' | 'copyUrl'>
}

/** What visitors see of the rows of a list, and the actions on their pages. */
export function usePublicPages(classId: number, rows: readonly ContentEntry[]): PublicPages {
  const copy = useCopy()
  const hasStates = useHasPublicStates()
  const states = usePublicStates(
    classId,
    rows.map(({ id }) => id),
  )
  return {
    states: hasStates ? states : null,
    commands: {
      openPage: ({ id }) => window.open(states.get(id)?.url, '_blank', 'noopener,noreferrer'),
      copyUrl: ({ id }) => void copy('网址', states.get(id)?.url ?? ''),
    },
  }
}

/** The column of a bin that tells whether visitors still see the entries; none if the server does not tell. */
export function usePublicStateColumn(column: ListColumn, rows: readonly ContentEntry[]): TableColumn<ContentEntry>[] {
  const { states } = usePublicPages(column.id, rows)
  return states ? [publicStateColumn(column, states)] : []
}
