import { useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { asAppError, showError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSaveLock } from '#renderer/ui/dialogs/useSaveLock.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { type Meanwhile, meanwhileOf } from '#renderer/ui/form/compare.ts'
import type { Conflict } from '#renderer/ui/form/useConflict.ts'
import { type ChosenField, chosenOf } from '../draft/draft.ts'
import { comparable, merged, type Sides } from '../draft/merge.ts'
import type { FieldDraft } from '../draft/useDraft.ts'
import { brokenRules, type Problems, refusedFields } from './problems.ts'
import { readFields, type SavedFields } from './readFields.ts'

const NOTHING: Problems['wrong'] = new Map()
const same = (a: readonly ChosenField[], b: readonly ChosenField[]): boolean => JSON.stringify(a) === JSON.stringify(b)

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
  const [wrong, setWrong] = useState(NOTHING)
  const [met, setMet] = useState<(Sides & Meanwhile & { version: number | undefined }) | null>(null)

  const point = ({ wrong, first }: Problems): void => {
    setWrong(wrong)
    const [name] = wrong.keys()
    if (name !== undefined) draft.change({ kind: 'show', name })
    if (first) toast.error(first)
  }
  const send = async (fields: readonly ChosenField[], version: number | undefined): Promise<void> => {
    const { code } = await write.mutateAsync({ id, menuFieldDTOList: [...fields], version })
    if (code === SUCCESS) onSaved()
  }
  const refused = async (thrown: unknown, fields: readonly ChosenField[]): Promise<void> => {
    const error = asAppError(thrown)
    const meanwhile = meanwhileOf(error)
    if (!meanwhile) {
      const problems = refusedFields(fields, error)
      if (problems.first) point(problems)
      else showError(error)
      return
    }
    const { menuFieldDTOList, version } = await readFields(id)
    const theirs = menuFieldDTOList.map(chosenOf)
    if (same(theirs, draft.base)) await send(fields, version)
    else setMet({ ...meanwhile, base: draft.base, mine: fields, theirs, version })
  }
  const save = (fields = draft.fields, version = saved.version): void => {
    const broken = brokenRules(fields)
    if (broken) {
      point(broken)
      return
    }
    setWrong(NOTHING)
    void run(() => send(fields, version).catch((error: unknown) => refused(error, fields))).catch(showError)
  }
  const conflict = met && conflictOf(met, { busy, close: () => setMet(null), take: draft.change, save })
  return { busy, wrong, save, conflict }
}

interface Handling {
  busy: boolean
  close: () => void
  take: FieldDraft['change']
  save: (fields: readonly ChosenField[], version: number | undefined) => void
}

function conflictOf(
  met: Sides & Meanwhile & { version: number | undefined },
  { busy, close, take, save }: Handling,
): Conflict {
  const { labels, show, base, mine, theirs } = comparable(met)
  return {
    who: met.who,
    when: met.when,
    base,
    mine,
    busy,
    close,
    compare: { labels, show, load: async () => ({ ...theirs, version: met.version }) },
    resolve: (taken) => {
      const fields = merged(met, taken)
      take({ kind: 'replace', fields })
      close()
      save(fields, met.version)
    },
  }
}
