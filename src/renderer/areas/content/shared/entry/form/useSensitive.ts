import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { SENSITIVE } from '#renderer/areas/content/shared/entry/text.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { withoutWord } from '../sensitive/hits.ts'
import type { FormField } from './loadEntry.ts'
import { type EntryValues, toForm, toText } from './values.ts'

export interface SensitiveMarks {
  hits: readonly SensitiveHit[]
  show: (hits: readonly SensitiveHit[]) => void
  /** Puts the offered word in place of the one that was found. */
  replace: (hit: SensitiveHit) => void
}

/** Sensitive words that the server found in what was sent, until they are replaced or the form is sent again. */
export function useSensitive(
  form: UseFormReturn<EntryValues, unknown, EntryValues>,
  fields: readonly FormField[],
): SensitiveMarks {
  const toast = useToast()
  const [hits, show] = useState<readonly SensitiveHit[]>([])
  const replace = (hit: SensitiveHit): void => {
    const field = fields.find(({ fieldName }) => fieldName === hit.fieldName)
    if (!field) return
    const text = toText(field, form.getValues(hit.fieldName))
    const next = withoutWord(field, text, hit)
    if (next === text) toast.warning(SENSITIVE.byHand(hit.word))
    else form.setValue(hit.fieldName, toForm(field, next), { shouldDirty: true })
    show((now) => now.filter((each) => each !== hit))
  }
  return { hits, show, replace }
}
