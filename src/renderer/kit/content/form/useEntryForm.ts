import { useRef, useState } from 'react'
import { useWrite } from '#renderer/data/useWrite.ts'
import { type Saved, useSaveForm } from '../../dialogs/useSaveForm.ts'
import { type LoadedEntry, loadEntry } from './loadEntry.ts'
import { entrySchema } from './schema.ts'
import { type EntryValues, formValues, pairsOf } from './values.ts'
import { inWordsOf } from '../values/inWords.ts'

export type SaveAs = 'draft' | 'publish'

/** The form of an entry: its values, its two ways to save, and what stands against a save. */
export function useEntryForm(loaded: LoadedEntry, onSaved: (saved: Saved) => void) {
  const { classId, id, fields } = loaded
  const write = useWrite('content.save')
  const as = useRef<SaveAs>('draft')
  const [schema] = useState(() => entrySchema(fields))
  const [values] = useState(() => ({ ...formValues(fields, loaded.texts), version: loaded.version }))

  const save = (now: EntryValues): Promise<Saved> =>
    write.mutateAsync({
      classId,
      id,
      siteId: loaded.column.siteId,
      isStatus: as.current === 'publish',
      fieldList: pairsOf(fields, now),
      version: versionOf(now),
    })
  const inner = useSaveForm<EntryValues, EntryValues>({
    schema,
    values,
    save,
    onClose: onSaved,
    ...(id === 0
      ? {}
      : {
          compare: {
            load: async () => {
              const latest = await loadEntry(classId, id)
              return { ...formValues(fields, latest.texts), version: latest.version }
            },
            labels: Object.fromEntries(fields.map((field) => [field.fieldName, field.fieldAlias || field.fieldName])),
            show: (name: string, value: unknown) => inWordsOf(fields, name, value),
          },
        }),
  })
  const submit = (wanted: SaveAs): void => {
    as.current = wanted
    inner.submit()
  }
  return { ...inner, fields, submit }
}

const versionOf = (values: EntryValues): number | undefined => {
  const version = values['version']
  return typeof version === 'number' ? version : undefined
}
