import { useEffect, useRef } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { dictionaryForm } from '#shared/contract/fieldForm.ts'
import { DICTIONARY_TYPES, type DictionaryMark } from '#shared/domain/relationMark.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { DictionaryField } from '#renderer/features/dictionaries/DictionarySelect.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { type DictionaryKind, dictionaryKind } from '#renderer/features/dictionaries/useDictionaries.ts'

type Form = Control<z.input<typeof dictionaryForm>, unknown, z.output<typeof dictionaryForm>>

const TYPES = DICTIONARY_TYPES.map(({ id, title }) => ({ value: id, title }))

interface Props {
  mark: DictionaryMark
  siteId: number
  onChosen: (mark: DictionaryMark) => void
  onClose: () => void
}

/** A·§2, A·§5: a dictionary and how it is chosen from. It is saved with the field. */
export function DictionaryDialog({ mark, siteId, onChosen, onClose }: Props) {
  return (
    <FormDialog
      title="字典配置"
      schema={dictionaryForm}
      values={{ id: mark.id, type: mark.type }}
      releaseMs={0}
      save={async (chosen) => {
        onChosen(chosen)
        return { code: SUCCESS, data: chosen }
      }}
      onClose={onClose}
    >
      {(control) => <Parts control={control} siteId={siteId} />}
    </FormDialog>
  )
}

function Parts({ control, siteId }: { control: Form; siteId: number }) {
  const type = Number(useWatch({ control, name: 'type' }) ?? 0)
  const { field } = useController({ control, name: 'id' })
  const kind = dictionaryKind(type)
  // Flat and multi-level dictionaries have numbers of their own: each keeps its choice while the type is tried out.
  const choices = useRef<Record<DictionaryKind, number>>({ flat: 0, 'multi-level': 0 })
  const before = useRef(kind)
  useEffect(() => {
    if (before.current === kind) return
    choices.current[before.current] = Number(field.value ?? 0)
    before.current = kind
    field.onChange(choices.current[kind])
  }, [kind, field])
  return (
    <>
      <RadioGroupField control={control} name="type" label="类型" required options={TYPES} />
      <DictionaryField
        control={control}
        name="id"
        label={kind === 'flat' ? '字典' : '多级字典'}
        required
        siteId={siteId}
        kind={kind}
        hint={kind === 'flat' ? '在“字典管理”中维护' : '在“多级字典”中维护'}
      />
    </>
  )
}
