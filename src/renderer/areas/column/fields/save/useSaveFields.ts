import { useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { toAppError, showError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSaveLock } from '#renderer/ui/dialogs/useSaveLock.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { type ConcurrentSave, parseConflict } from '#renderer/ui/form/compare.ts'
import type { Conflict } from '#renderer/ui/form/useConflict.ts'
import { type ChosenField, toChosenField } from '../draft/draft.ts'
import { toComparableRecords, mergeFields, type Sides } from '../draft/merge.ts'
import type { FieldDraft } from '../draft/useDraft.ts'
import { checkFields, type Problems, readServerProblems } from './problems.ts'
import { readFields, type SavedFields } from './readFields.ts'

const NO_PROBLEMS: Problems['messages'] = new Map()
const isSameList = (a: readonly ChosenField[], b: readonly ChosenField[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

interface Options {
  column: Pick<Column, 'id'>
  saved: SavedFields
  draft: FieldDraft
  /** Called after a response with code 200. */
  onSaved: () => void
}

/**
 * Saves the fields of a column with optimistic locking. If another user changed the fields meanwhile, `conflict` holds both
 * sides for the ConflictDialog; if only other data of the column changed, the save is repeated.
 */
export function useSaveFields({ column: { id }, saved, draft, onSaved }: Options) {
  const toast = useToast()
  const write = useWrite('column.settingField', { quiet: true })
  const { busy, run } = useSaveLock()
  const [wrong, setWrong] = useState(NO_PROBLEMS)
  const [conflictSides, setConflictSides] = useState<(Sides & ConcurrentSave & { version: number | undefined }) | null>(
    null,
  )

  const showProblems = ({ messages, firstMessage }: Problems): void => {
    setWrong(messages)
    const [name] = messages.keys()
    if (name !== undefined) draft.change({ kind: 'show', name })
    if (firstMessage) toast.error(firstMessage)
  }
  const send = async (fields: readonly ChosenField[], version: number | undefined): Promise<void> => {
    const { code } = await write.mutateAsync({ id, menuFieldDTOList: [...fields], version })
    if (code === SUCCESS) onSaved()
  }
  const handleRefusal = async (thrown: unknown, fields: readonly ChosenField[]): Promise<void> => {
    const error = toAppError(thrown)
    const meanwhile = parseConflict(error)
    if (!meanwhile) {
      const problems = readServerProblems(fields, error)
      if (problems.firstMessage) showProblems(problems)
      else showError(error)
      return
    }
    const { menuFieldDTOList, version } = await readFields(id)
    const theirs = menuFieldDTOList.map(toChosenField)
    if (isSameList(theirs, draft.base)) await send(fields, version)
    else setConflictSides({ ...meanwhile, base: draft.base, mine: fields, theirs, version })
  }
  const save = (fields = draft.fields, version = saved.version): void => {
    const problems = checkFields(fields)
    if (problems) {
      showProblems(problems)
      return
    }
    setWrong(NO_PROBLEMS)
    void run(() => send(fields, version).catch((error: unknown) => handleRefusal(error, fields))).catch(showError)
  }
  const conflict =
    conflictSides &&
    toConflict(conflictSides, { busy, close: () => setConflictSides(null), change: draft.change, save })
  return { busy, wrong, save, conflict }
}

interface ConflictHandling {
  busy: boolean
  close: () => void
  change: FieldDraft['change']
  save: (fields: readonly ChosenField[], version: number | undefined) => void
}

function toConflict(
  sides: Sides & ConcurrentSave & { version: number | undefined },
  { busy, close, change, save }: ConflictHandling,
): Conflict {
  const { labels, show, base, mine, theirs } = toComparableRecords(sides)
  return {
    who: sides.who,
    when: sides.when,
    base,
    mine,
    busy,
    close,
    compare: { labels, show, load: async () => ({ ...theirs, version: sides.version }) },
    resolve: (takenFromTheirs) => {
      const fields = mergeFields(sides, takenFromTheirs)
      change({ kind: 'replace', fields })
      close()
      save(fields, sides.version)
    },
  }
}
